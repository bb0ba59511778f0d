import { expect, it } from 'vitest';
import { Float, jsonDumps } from './json.ts';

const value = {
  a: 'é\x7f\u2028🙂\n\t\\"',
  b: [],
  c: {},
  d: [1, new Float('2.0'), null, true, { e: 'x' }],
};

it('writes what Python writes', () => {
  expect(jsonDumps(value, { ascii: true })).toBe(
    '{"a": "\\u00e9\\u007f\\u2028\\ud83d\\ude42\\n\\t\\\\\\"", "b": [], "c": {}, "d": [1, 2.0, null, true, {"e": "x"}]}',
  );
  expect(jsonDumps(value, { ascii: false })).toContain('"é\x7f\u2028🙂\\n');
});

it('indents as Python does: empty lists and dicts stay on their line', () => {
  expect(jsonDumps(value, { ascii: true, indent: 2 })).toBe(
    '{\n  "a": "\\u00e9\\u007f\\u2028\\ud83d\\ude42\\n\\t\\\\\\"",\n  "b": [],\n  "c": {},\n  "d": [\n    1,\n    2.0,\n    null,\n    true,\n    {\n      "e": "x"\n    }\n  ]\n}',
  );
});
