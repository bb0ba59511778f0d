import { type Glyph, glyphs, inked } from './glyphs.ts';
import type { Rgb } from './scene.ts';
import { type Texture, texture } from './texture.ts';

const SIDE = 128;
/** Points per texel and direction that are looked at. */
const FINE = 2;
/** Of the face. */
const CAP_HEIGHT = 0.86;

/**
 * A face with a letter in the middle, 86 % as high as the face.
 * @example letterTexture('A', { face: [1, 1, 1], ink: [0, 0, 0] })
 */
export function letterTexture(letter: string, colours: { face: Rgb; ink: Rgb }): Texture {
  const glyph = glyphs[letter];
  if (!glyph) throw new Error(`no letter ${JSON.stringify(letter)}: there are ${Object.keys(glyphs).join('')}`);
  const covered = coverage(glyph);
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  covered.forEach((part, i) => {
    for (const k of [0, 1, 2] as const) {
      rgb[3 * i + k] = Math.round(255 * (colours.face[k] + part * (colours.ink[k] - colours.face[k])));
    }
  });
  return texture(SIDE, rgb);
}

/** How much of each texel is ink, 0 … 1. */
function coverage(glyph: Glyph): Float32Array {
  const out = new Float32Array(SIDE * SIDE);
  const step = 1 / (SIDE * FINE);
  for (let y = 0; y < SIDE * FINE; y += 1) {
    const down = ((y + 0.5) * step - 0.5) / CAP_HEIGHT + 0.5;
    for (let x = 0; x < SIDE * FINE; x += 1) {
      const across = ((x + 0.5) * step - 0.5) / CAP_HEIGHT + glyph.width / 2;
      if (!inked(glyph, across, down)) continue;
      const at = Math.floor(y / FINE) * SIDE + Math.floor(x / FINE);
      out[at] = (out[at] ?? 0) + 1 / (FINE * FINE);
    }
  }
  return out;
}
