import { expect, test } from 'vitest';
import { boxAt, touch } from './box.ts';
import { turnX, turnY, turnZ, upright, type Vec3 } from './pose.ts';

const cube = (position: Vec3, rotation = upright) => boxAt({ position, rotation }, [1, 1, 1]);

test('boxes touch when they are closer than the gap', () => {
  expect(touch(cube([0, 0, 0]), cube([1.9, 0, 0]), 0)).toBe(true);
  expect(touch(cube([0, 0, 0]), cube([2.1, 0, 0]), 0)).toBe(false);
  expect(touch(cube([0, 0, 0]), cube([2.1, 0, 0]), 0.2)).toBe(true);
});

test('a turned box reaches further with its edge', () => {
  expect(touch(cube([0, 0, 0]), cube([2.4, 0, 0], turnZ(Math.PI / 4)), 0)).toBe(true);
  expect(touch(cube([0, 0, 0]), cube([2.42, 0, 0], turnZ(Math.PI / 4)), 0)).toBe(false);
});

test('two edges that cross are told apart by neither box alone', () => {
  const a = cube([0, 0, 0], turnX(Math.PI / 4));
  const apart = (distance: number) => touch(a, cube([0, 0, distance], turnY(Math.PI / 4)), 0);
  expect(apart(2.82)).toBe(true);
  expect(apart(2.84)).toBe(false);
});
