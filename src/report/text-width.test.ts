import { expect, test } from 'vitest';
import { clip, pad, textWidth, wrap } from './plain-text.ts';

test.each([
  ['abc', 3],
  ['空間', 4],
  ['ｆｕｌｌ', 8],
  ['한국', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['👩‍🚀', 2],
  ['🇨🇭', 2],
  ['✔️', 2],
  ['–…│', 3],
  ['', 0],
])('%s takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('clips between graphemes', () => {
  expect(clip('abcdef', 6)).toBe('abcdef');
  expect(clip('abcdef', 4)).toBe('abc…');
  expect(clip('空間知能', 4)).toBe('空…');
  expect(clip('👩‍🚀👩‍🚀', 3)).toBe('👩‍🚀…');
  expect(clip('abc', 0)).toBe('');
});

test('pads by what is seen', () => {
  expect(pad('空', 4)).toBe('空  ');
  expect(pad('1.5', 5, 'right')).toBe('  1.5');
});

test('wraps between words', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('incomprehensibilities no', 5)).toEqual(['incomprehensibilities', 'no']);
});
