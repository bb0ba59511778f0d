import { expect, it } from 'vitest';
import { random } from '../stats/index.ts';
import { sha256Hex } from '../util/index.ts';
import { develop } from './sensor.ts';

const size = { width: 64, height: 48 };
const plain = (value: number) => new Uint8Array(3 * size.width * size.height).fill(value);
const spread = (rgb: Uint8Array, mean: number) =>
  Math.sqrt(rgb.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rgb.length);

it('a camera without blur and noise changes nothing', () => {
  const rgb = plain(90);
  develop(rgb, size, { blur: 0, noise: 0 }, random('sensor'));
  expect(rgb).toEqual(plain(90));
});

it('noise is as strong as asked for, around what was there', () => {
  const rgb = plain(128);
  develop(rgb, size, { blur: 0, noise: 4 }, random('sensor'));
  expect(rgb.reduce((sum, value) => sum + value, 0) / rgb.length).toBeCloseTo(128, 0);
  expect(spread(rgb, 128)).toBeGreaterThan(3.5);
  expect(spread(rgb, 128)).toBeLessThan(4.5);
});

it('blur spreads a dot evenly to all sides, and keeps an even picture as it is', () => {
  const rgb = plain(0);
  const dot = 3 * (20 * size.width + 30);
  rgb[dot] = 160;
  develop(rgb, size, { blur: 1, noise: 0 }, random('sensor'));
  const around = [-3, 3, -3 * size.width, 3 * size.width].map((by) => rgb[dot + by]);
  expect([rgb[dot], ...around]).toEqual([40, 20, 20, 20, 20]);
  expect(rgb[dot + 1]).toBe(0);
  const even = plain(77);
  develop(even, size, { blur: 3, noise: 0 }, random('sensor'));
  expect(even).toEqual(plain(77));
});

it('the same seed gives the same bytes on every machine', () => {
  const rgb = plain(60);
  develop(rgb, size, { blur: 2, noise: 6 }, random('sensor', 7));
  expect(sha256Hex(rgb).slice(0, 16)).toMatchInlineSnapshot(`"afc1e3f63295ca36"`);
});
