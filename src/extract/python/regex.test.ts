import { expect, it } from 'vitest';
import { pythonRegex } from './regex.ts';

it.each([
  ['\\s', '', '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u202f\u3000', 'a\u200b\ufeff\u180e'],
  ['\\d', '', '0９٣𝟗', 'a²Ⅷ'],
  ['\\w', '', 'aé选_²Ⅷ𝟗', '-\u0301 '],
  ['[\\s\\d]', '', ' 5', 'a'],
  ['i', 'i', 'iIİı', 'jl'],
  ['k', 'i', 'kK\u212a', 'ĸ'],
  ['s', 'i', 'sSſ', 'ß'],
  ['[A-F]', 'i', 'afAF', 'gGſ'],
  ['[A-J]', 'i', 'jİı', 'k'],
  ['[a-z]', 'i', 'Zſ\u212aİı', 'é'],
  ['[-a]', 'i', '-aA', 'b'],
  ['[A-F]', '', 'A', 'a'],
])('%s with flags "%s" matches what Python matches', (source, flags, yes, no) => {
  const whole = pythonRegex(`^${source}$`, flags);
  for (const character of yes) expect(whole.test(character), character).toBe(true);
  for (const character of no) expect(whole.test(character), character).toBe(false);
});

it.each([
  ['A', true],
  ['-A-', true],
  ['选A', false],
  ['Aé', false],
  ['A\u0301', true],
  ['_A', false],
])('has a word boundary around the A of %j: %s', (text, found) => {
  expect(pythonRegex('\\bA\\b').test(text)).toBe(found);
});

it('keeps escapes and what is no class', () => {
  expect(pythonRegex('a-b\\[c\\]', 'i').test('A-B[C]')).toBe(true);
});
