import { expect, test } from 'vitest';
import { studentQuantile, widened } from './cluster-interval.ts';
import { estimateMean } from './mean.ts';
import { random } from './random.ts';

test.each([
  [0.025, 1, 12.706204736174705],
  [0.025, 4, 2.7764451051977943],
  [0.05, 9, 1.8331129326562376],
  [0.025, 39, 2.022690920036761],
  [0.025, 1000, 1.9623390808264085],
  [0.005, 2, 9.924843200918293],
])('Student’s t beyond which %d lies, at %d degrees of freedom', (tail, freedom, expected) => {
  expect(Math.abs(studentQuantile(tail, freedom) / expected - 1)).toBeLessThan(1e-9);
});

test.each([5, 10, 20])('an interval from %d clusters covers the truth about as often as it claims', (count) => {
  const { next, int } = random('few', count);
  let covered = 0;
  const worlds = 300;
  for (let world = 0; world < worlds; world++) {
    const values = Array.from({ length: count }, (_, cluster) => {
      const ease = next();
      return Array.from({ length: 2 + int(4) }, () => ({ cluster: `${cluster}`, value: next() < ease ? 1 : 0 }));
    }).flat();
    const { low, high } = estimateMean(values, ({ value }) => value);
    if ((low ?? 1) <= 0.5 && 0.5 <= (high ?? 0)) covered++;
  }
  expect(covered / worlds).toBeGreaterThan(0.92);
});

test('an interval of resampled clusters is as much wider as Student’s t, and a little more, within its limits', () => {
  // t(0.975, 4) / z(0.975) · √(5 / 4)
  const factor = (2.7764451051977943 / 1.959963984540054) * Math.sqrt(1.25);
  const limits = { low: 0, high: 2 };
  const { low, high } = widened(1, { low: 0.9, high: 1.3 }, { clusters: 5, level: 0.95, limits });
  expect(low).toBeCloseTo(1 - 0.1 * factor, 9);
  expect(high).toBeCloseTo(1 + 0.3 * factor, 9);
  expect(widened(1, { low: 0.2, high: 1.9 }, { clusters: 2, level: 0.95, limits })).toEqual(limits);
});
