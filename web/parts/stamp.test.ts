import { expect, test } from 'vitest';
import { stampOf } from './stamp.ts';

test('one pixel among many is still there, and its place is known', () => {
  const values = new Uint8Array(640 * 480);
  values[300 * 640 + 100] = 255;
  const { mask, place } = stampOf({ width: 640, height: 480, values });
  expect([mask.width, mask.height]).toEqual([160, 120]);
  expect(mask.values.indexOf(1)).toBe(75 * 160 + 25);
  expect([...mask.values].filter((value) => value > 0)).toEqual([1]);
  expect(place).toEqual({ x: 100.5 / 640, y: 300.5 / 480, reach: 0.5 / 640 });
});

test('a mask with nothing inside has no place, and odd shapes are no trouble', () => {
  expect(stampOf({ width: 3, height: 2, values: new Uint8Array(6) })).toEqual({
    mask: { width: 3, height: 2, values: new Uint8Array(6) },
  });
  expect(stampOf({ width: 1000, height: 1, values: new Uint8Array(1000).fill(9) }).mask).toMatchObject({
    width: 160,
    height: 1,
  });
});
