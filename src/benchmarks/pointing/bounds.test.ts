import { expect, it } from 'vitest';
import { random } from '../../stats/index.ts';
import { boundsOf } from './bounds.ts';

const mask = (width: number, height: number, at: [x: number, y: number][]) => {
  const values = new Uint8Array(width * height);
  for (const [x, y] of at) values[y * width + x] = 1;
  return { width, height, values };
};

it('is the smallest rectangle around everything above 0', () => {
  expect(boundsOf(mask(7, 5, [[3, 2]]))).toEqual({ left: 3, top: 2, right: 3, bottom: 2 });
  expect(
    boundsOf(
      mask(7, 5, [
        [6, 4],
        [0, 0],
      ]),
    ),
  ).toEqual({ left: 0, top: 0, right: 6, bottom: 4 });
  expect(
    boundsOf(
      mask(7, 5, [
        [5, 1],
        [2, 3],
        [4, 2],
      ]),
    ),
  ).toEqual({ left: 2, top: 1, right: 5, bottom: 3 });
  expect(boundsOf(mask(1, 1, [[0, 0]]))).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
});

it('is empty for an empty mask', () => {
  const { left, right } = boundsOf(mask(7, 5, []));
  expect(right).toBeLessThan(left);
});

it('does not depend on how the memory lies', () => {
  for (const offset of [0, 1, 2, 3, 4]) {
    const values = new Uint8Array(35 + offset).subarray(offset);
    values[2 * 7 + 3] = 255;
    expect(boundsOf({ width: 7, height: 5, values })).toEqual({ left: 3, top: 2, right: 3, bottom: 2 });
  }
  const wide = new Uint16Array(35);
  wide[1 * 7 + 6] = 256;
  expect(boundsOf({ width: 7, height: 5, values: wide })).toEqual({ left: 6, top: 1, right: 6, bottom: 1 });
});

it('finds what looking at every pixel finds', () => {
  const { int } = random('bounds');
  for (let i = 0; i < 500; i++) {
    const [width, height, offset] = [1 + int(40), 1 + int(12), int(3)];
    const values = new (i % 2 ? Uint16Array : Uint8Array)(width * height + offset).subarray(offset);
    for (let dots = int(4); dots > 0; dots--) values[int(values.length)] = 1 + int(255);
    const on = [...values.keys()].filter((at) => values[at] !== 0);
    const [xs, ys] = [on.map((at) => at % width), on.map((at) => Math.floor(at / width))];
    expect(boundsOf({ width, height, values })).toEqual(
      on.length === 0
        ? { left: 0, top: 0, right: -1, bottom: -1 }
        : { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) },
    );
  }
});
