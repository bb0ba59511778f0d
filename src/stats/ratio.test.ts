import { expect, test } from 'vitest';
import { studentQuantile, wilson } from './interval.ts';
import { random } from './random.ts';
import { estimateRatio, quantile, resample, type Share } from './ratio.ts';

const shares = (...list: [part: number, whole: number][]): Share[] =>
  list.map(([part, whole], i) => ({ cluster: `c${i}`, part, whole }));
const times = (count: number, part: number, whole: number) =>
  Array.from({ length: count }, (): [number, number] => [part, whole]);

test('is the ratio of sums, not the mean of ratios', () => {
  expect(estimateRatio(shares([1, 1], [0, 3], [1, 1]))).toMatchObject({
    value: 0.4,
    n: 3,
    method: 'cluster-beta',
  });
});

test('nothing below the line, no ratio', () => {
  const nothing = { value: null, low: null, high: null, method: 'none' };
  expect(estimateRatio([])).toEqual({ ...nothing, n: 0 });
  expect(estimateRatio(shares([0, 0], [1, 0]))).toEqual({ ...nothing, n: 2 });
});

test('does not claim certainty when all that tells is alike, nor from what tells nothing', () => {
  expect(estimateRatio(shares(...times(3, 1, 1), ...times(97, 0, 0)))).toEqual({
    value: 1,
    n: 100,
    method: 'wilson-clusters',
    ...wilson(3, 3),
  });
  expect(estimateRatio(shares([0, 1]))).toMatchObject({ value: 0, ...wilson(0, 1) });
});

test('two clusters that tell anything leave the ratio open, however many tell nothing', () => {
  const { value, low, high } = estimateRatio(shares([1, 1], [0, 1], ...times(98, 0, 0)));
  expect(value).toBe(0.5);
  expect(low).toBeLessThan(0.01);
  expect(high).toBeGreaterThan(0.99);
});

test('draws without anything below the line open both ends', () => {
  // About one draw in three of these has no whole at all.
  const drawn = shares([2, 1], [0, 1], ...times(98, 0, 0));
  expect(estimateRatio(drawn)).toMatchObject({ value: 1, low: 0, method: 'cluster-bootstrap' });
});

test('may exceed 1, and then says so', () => {
  const { value, low, high } = estimateRatio(shares(...times(30, 1, 1), ...times(10, 1, 0)));
  expect(value).toBeCloseTo(4 / 3);
  expect(low).toBeGreaterThan(1);
  expect(high).toBeGreaterThan(4 / 3);
  expect(estimateRatio(shares([2, 1]))).toMatchObject({ value: 2, high: 2 });
});

test('resampling a few clusters is not taken at its word: the interval is widened', () => {
  const few = shares([3, 2], [1, 2], [4, 3], [1, 2], [2, 2]);
  const drawn = resample({ sums: Float64Array.of(3, 1, 4, 1, 2), counts: Float64Array.of(2, 2, 3, 2, 2) }).sort();
  const { value, low, method } = estimateRatio(few);
  const factor = (studentQuantile(0.025, 4) / 1.959963984540054) * Math.sqrt(5 / 4);
  expect(method).toBe('cluster-bootstrap');
  expect(((value ?? 0) - (low ?? 0)) / ((value ?? 0) - quantile(drawn, 0.025))).toBeCloseTo(factor, 9);
});

test('repetitions do not narrow the interval, and the order does not matter', () => {
  const { int, shuffle } = random('ratio');
  const once = Array.from({ length: 60 }, (_, i) => ({ cluster: `c${i}`, part: int(2), whole: 1 }));
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  const often = [once, once, once].flat();
  expect(width(estimateRatio(often))).toBeGreaterThan(0.9 * width(estimateRatio(once)));
  expect(estimateRatio(shuffle(often))).toEqual(estimateRatio(often));
});

test.each([
  { n: 60, share: 0.5, grasps: 0.6 },
  { n: 200, share: 0.1, grasps: 0.5 },
  { n: 100, share: 0.25, grasps: 0.1 },
])('covers the truth about as often as it claims: %o', ({ n, share, grasps }) => {
  const { next } = random('ratio coverage', n);
  const worlds = 400;
  let covered = 0;
  for (let world = 0; world < worlds; world++) {
    const drawn = Array.from({ length: n }, (): [number, number] =>
      next() >= grasps ? [0, 0] : [next() < share ? 1 : 0, 1],
    );
    const { low, high } = estimateRatio(shares(...drawn));
    if (low !== null && high !== null && low <= share && share <= high) covered++;
  }
  expect(covered / worlds).toBeGreaterThan(0.92);
  expect(covered / worlds).toBeLessThan(0.995);
});
