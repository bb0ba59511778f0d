import { expect, test } from 'vitest';
import {
  apply,
  compose,
  fromSeven,
  type Mat3,
  multiply,
  quaternionOf,
  rotationVector,
  transpose,
  turnX,
  turnY,
  turnZ,
} from './pose.ts';

const near = (expected: readonly number[]) => expected.map((value) => expect.closeTo(value, 12));

test('turns are right-handed', () => {
  const quarter = Math.PI / 2;
  expect(apply(turnX(quarter), [0, 1, 0])).toEqual(near([0, 0, 1]));
  expect(apply(turnY(quarter), [0, 0, 1])).toEqual(near([1, 0, 0]));
  expect(apply(turnZ(quarter), [1, 0, 0])).toEqual(near([0, 1, 0]));
});

test('composes from the outside to the inside', () => {
  const outer = { position: [1, 0, 0], rotation: turnZ(Math.PI / 2) } as const;
  const inner = { position: [1, 0, 0], rotation: turnX(0.3) } as const;
  expect(compose(outer, inner).position).toEqual(near([1, 1, 0]));
  expect(multiply(transpose(outer.rotation), compose(outer, inner).rotation)).toEqual(near(inner.rotation));
});

test('reads quaternions of any length', () => {
  const half = Math.PI / 8;
  const seven = [0, 0, 0, 3 * Math.cos(half), 0, 0, 3 * Math.sin(half)];
  expect(fromSeven(seven).rotation).toEqual(near(turnZ(Math.PI / 4)));
});

test('finds axis and angle, also of half a turn and of none', () => {
  expect(rotationVector(turnY(0.7))).toEqual(near([0, 0.7, 0]));
  expect(rotationVector(turnZ(-3))).toEqual(near([0, 0, -3]));
  expect(rotationVector(turnX(1e-9))).toEqual(near([1e-9, 0, 0]));
  const halfTurn: Mat3 = [-1, 0, 0, 0, 1, 0, 0, 0, -1];
  expect(rotationVector(halfTurn)).toEqual(near([0, Math.PI, 0]));
});

test('makes no pose of fewer than seven numbers', () => {
  expect(() => fromSeven([0, 0, 0, 1, 0, 0])).toThrow('no item 6');
});

test('inverts the matrix of a quaternion', () => {
  for (const [w, x, y, z] of [
    [1, 0, 0, 0],
    [0.5, 0.5, -0.5, 0.5],
    [0.1, 0.7, 0.1, -0.7],
    [0, 0, 1, 0],
    [0.02, -0.3, 0.2, 0.9],
  ] as const) {
    const n = Math.sqrt(w * w + x * x + y * y + z * z);
    const [a, b, c, d] = [w / n, x / n, y / n, z / n];
    const { position, rotation } = fromSeven([1, 2, 3, w, x, y, z]);
    expect(position).toEqual([1, 2, 3]);
    expect(rotation).toEqual(
      near([
        ...[1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
        ...[2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
        ...[2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
      ]),
    );
    expect(quaternionOf(rotation)).toEqual(near([a, b, c, d]));
  }
});
