import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import golden from './fixtures/pillow-bilinear.json' with { type: 'json' };
import { resizeWithPad } from './resize.ts';

/** Noise that is the same in every language: the top bytes of x → 1664525 x + 1013904223 mod 2³². */
function noise(seed: number, width: number, height: number) {
  const rgb = new Uint8Array(3 * width * height);
  let x = seed;
  for (let i = 0; i < rgb.length; i++) {
    x = (Math.imul(1_664_525, x) + 1_013_904_223) >>> 0;
    rgb[i] = x >>> 24;
  }
  return { width, height, rgb };
}

test.each(golden.cases)('$from fitted into $to is what Pillow gives, to the last bit', ({ seed, from, to, sha256 }) => {
  const [width = 0, height = 0] = to;
  const fitted = resizeWithPad(noise(seed, from[0] ?? 0, from[1] ?? 0), { width, height });
  expect(fitted).toMatchObject({ width, height });
  expect(createHash('sha256').update(fitted.rgb).digest('hex')).toBe(sha256);
});

test('a picture of the right size is not touched', () => {
  const picture = noise(1, 8, 6);
  expect(resizeWithPad(picture, { width: 8, height: 6 })).toBe(picture);
});
