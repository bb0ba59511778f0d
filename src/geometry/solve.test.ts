import { expect, test } from 'vitest';
import { solvePositive } from './solve.ts';

test('solves what it is given', () => {
  const right = Float64Array.of(1, -2, 0.5);
  // Above the diagonal is nothing that it reads.
  solvePositive(Float64Array.of(4, 9, 9, 1, 3, 9, -1, 0.5, 2), right);
  const [x = 0, y = 0, z = 0] = right;
  expect(4 * x + y - z).toBeCloseTo(1, 12);
  expect(x + 3 * y + 0.5 * z).toBeCloseTo(-2, 12);
  expect(-x + 0.5 * y + 2 * z).toBeCloseTo(0.5, 12);
});
