import { expect, it } from 'vitest';
import { literalEval } from './literal.ts';
import { readLines } from './testing/fixtures.ts';
import { isTruthy, str } from './value.ts';

// Recorded from Python 3.11: str(ast.literal_eval(text)), or null when it raises.
it.each(readLines<[string, string | null]>(new URL('fixtures/literal.ndjson', import.meta.url)))(
  'ast.literal_eval(%j)',
  (text, printed) => {
    if (printed === null) expect(() => literalEval(text)).toThrow();
    else expect(str(literalEval(text))).toBe(printed);
  },
);

it('knows what is true', () => {
  const values = literalEval("[0, 0.0, 0j, '', b'', (), [], {}, set(), None, False]");
  expect(Array.isArray(values) && values.some(isTruthy)).toBe(false);
  const others = literalEval("[1, 0.5, 1j, 'a', b'a', (0,), [0], {0: 0}, {0}, ..., True]");
  expect(Array.isArray(others) && others.every(isTruthy)).toBe(true);
});
