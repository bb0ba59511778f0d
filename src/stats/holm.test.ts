import { expect, test } from 'vitest';
import { holm } from './compare.ts';

test('multiplies by the number of questions still open and never decreases', () => {
  // By hand: 0.005×4 = 0.02, 0.01×3 = 0.03, 0.03×2 = 0.06, 0.04×1 = 0.04, lifted to 0.06.
  const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
  for (const [i, expected] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[i]).toBeCloseTo(expected, 15);
});

test('stops at 1, keeps a single p, takes an empty list', () => {
  expect(holm([0.6, 0.7])).toEqual([1, 1]);
  expect(holm([0.2])).toEqual([0.2]);
  expect(holm([])).toEqual([]);
});
