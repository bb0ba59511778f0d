import { expect, it } from 'vitest';
import { finder, lastCharacters, lengthOf, splitLines, splitWords, strip } from './text.ts';

it('strips and splits at what Python calls space', () => {
  expect(strip('\x1c\u3000 a\ufeff \x85\n')).toBe('a\ufeff');
  expect(strip(' \n ')).toBe('');
  expect(splitWords(' a\x1fb\ufeff  c\n')).toEqual(['a', 'b\ufeff', 'c']);
  expect(splitWords(' ')).toEqual([]);
});

it('splits lines at everything that ends one', () => {
  expect(splitLines('a\r\nb\rc\vd\fe\x1cf\x1dg\x1eh\x85i\u2028j\u2029k\x1fl\n')).toEqual([...'abcdefghij', 'k\x1fl']);
  expect(splitLines('\n\n')).toEqual(['', '']);
  expect(splitLines('')).toEqual([]);
});

it('counts characters, not their halves', () => {
  expect(lengthOf('a😀\ud800b')).toBe(4);
  expect(lastCharacters('ab😀😀', 3)).toBe('b😀😀');
  expect(lastCharacters('😀😀😀😀', 2)).toBe('😀😀');
  expect(lastCharacters('a', 3)).toBe('a');
});

it('finds the next place', () => {
  const next = finder('a>b>c', '>');
  expect([0, 1, 2, 4].map(next)).toEqual([1, 1, 3, -1]);
});
