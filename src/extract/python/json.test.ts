import { describe, expect, it } from 'vitest';
import { loadJson } from './json.ts';
import { str } from './value.ts';

describe('json.loads', () => {
  it.each([
    [' [1, 1.0, -0, -0.0, 1e400, -1E+2]\n', '[1, 1.0, 0, -0.0, inf, -100.0]'],
    ['[NaN, Infinity, -Infinity, null, true, false]', '[nan, inf, -inf, None, True, False]'],
    ['{"a": 1, "b": {}, "a": []}', "{'a': [], 'b': {}}"],
    ['"\\u0041\\ud83d\\ude00\\ud800\\/\\n\x7f\u2028"', 'A😀\ud800/\n\x7f\u2028'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    [`${'['.repeat(992)}${']'.repeat(992)}`, `${'['.repeat(992)}${']'.repeat(992)}`],
  ])('%j', (text, printed) => {
    expect(str(loadJson(text))).toBe(printed);
  });

  it.each([
    '',
    ' ',
    '\ufeff[]',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '{a:1}',
    "['a']",
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '-NaN',
    'nan',
    'nul',
    '"a',
    '"\n"',
    '"\\x41"',
    '"\\u12"',
    '"\\',
    '[] []',
    '\u00a0[]',
    '\x0b1',
    '[',
    '{',
    '{"a"',
    '{"a":',
    '１',
    'True',
  ])('%j is no JSON', (text) => {
    expect(() => loadJson(text)).toThrow(expect.objectContaining({ name: 'JSONDecodeError' }));
  });

  it('has the limits of Python', () => {
    expect(() => loadJson('['.repeat(993))).toThrow(expect.objectContaining({ name: 'RecursionError' }));
    expect(() => loadJson('1'.repeat(4301))).toThrow(expect.objectContaining({ name: 'ValueError' }));
  });
});
