import { expect, test } from 'vitest';
import { letterTexture } from './letter.ts';

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const colours = { face: [1, 1, 1], ink: [0, 0, 0] } as const;

/** How dark each texel is, 0 or 1, at an eighth of the size. */
function dark(letter: string): boolean[] {
  return Array.from(letterTexture(letter, colours).levels[2] ?? [], (texel) => (texel & 255) < 128);
}

test('each letter is as high as it should be and differs from every other', () => {
  const pictures = alphabet.map(dark);
  for (const [i, picture] of pictures.entries()) {
    const rows = picture.flatMap((is, at) => (is ? [Math.floor(at / 32)] : []));
    expect((Math.max(...rows) - Math.min(...rows) + 1) / 32, alphabet[i]).toBeCloseTo(0.86, 1);
    for (const other of pictures.slice(0, i)) {
      const differing = picture.filter((is, at) => is !== other[at]).length;
      expect(differing, alphabet[i]).toBeGreaterThan(0.08 * rows.length);
    }
  }
});

test('a letter that is not there is refused', () => {
  expect(() => letterTexture('ß', colours)).toThrow('no letter "ß"');
});
