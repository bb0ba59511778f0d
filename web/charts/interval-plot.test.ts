import { expect, test } from 'vitest';
import { ticksOf } from './interval-plot.tsx';

test('ticks are round numbers within the domain', () => {
  expect(ticksOf([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf([-0.3, 0.3], 6)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  expect(ticksOf([0, 0.07], 4)).toEqual([0, 0.02, 0.04, 0.06]);
});
