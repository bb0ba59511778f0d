import { expect, test } from 'vitest';
import { quaternionOf } from './quaternion.ts';

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
    const matrix = [
      ...[1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
      ...[2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
      ...[2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
    ];
    for (const [i, value] of quaternionOf(matrix).entries()) expect(value).toBeCloseTo([a, b, c, d][i] ?? 0, 12);
  }
});
