import { expect, test } from 'vitest';
import { clopperPearson, type Interval, studentQuantile, widened, wilson } from './interval.ts';
import { estimateMean } from './mean.ts';
import { random } from './random.ts';

// scipy.stats.binomtest(…).proportion_ci(level, 'wilson'); the fractional row by the formula in numpy.
test.each([
  [8, 10, 0.95, 0.4901624715366418, 0.9433178485456248],
  [0, 10, 0.95, 0, 0.27753279986288926],
  [10, 10, 0.95, 0.7224672001371109, 1],
  [1, 1, 0.95, 0.20654931437723745, 1],
  [2.5, 7, 0.9, 0.14086547482558592, 0.6530667238751404],
  [333333, 1e6, 0.99, 0.3321198520607497, 0.3345483595612],
])('wilson(%d, %d, %d)', (successes, n, level, low, high) => {
  const interval = wilson(successes, n, level);
  expect(Math.abs(interval.low - low)).toBeLessThan(1e-13);
  expect(Math.abs(interval.high - high)).toBeLessThan(1e-13);
});

// scipy.special.betaincinv
test.each([
  [0, 1, 0.95, 0, 0.975],
  [1, 1, 0.95, 0.025, 1],
  [0, 10, 0.95, 0, 0.30849710781876083],
  [8, 10, 0.95, 0.4439045376923585, 0.9747892736731666],
  [10, 10, 0.95, 0.6915028921812392, 1],
  [37, 100, 0.99, 0.24948706677473803, 0.5032412033347486],
  [1, 1000, 0.9, 5.12919789090178e-5, 0.00473499357549978],
  [0, 1e6, 0.95, 0, 3.688872650231545e-6],
  [1, 1e6, 0.95, 2.53178076637942e-8, 5.57163065517674e-6],
  [250000, 1e6, 0.95, 0.24915153568554574, 0.25084991259654754],
  [500000, 1e6, 0.999, 0.498354241502883, 0.501645758497117],
  [999999, 1e6, 0.95, 0.9999944283693448, 0.9999999746821924],
  [1e6, 1e6, 0.95, 0.9999963111273498, 1],
])('clopperPearson(%d, %d, %d)', (successes, n, level, low, high) => {
  const interval = clopperPearson(successes, n, level);
  expect(Math.abs(interval.low - low)).toBeLessThanOrEqual(1e-10 * low);
  expect(Math.abs(interval.high - high)).toBeLessThan(1e-13);
});

test.each([wilson, clopperPearson])('%o knows nothing from nothing, and is symmetric', (interval) => {
  expect(interval(0, 0)).toEqual({ low: 0, high: 1 });
  expect(interval(3, 17).low).toBeCloseTo(1 - interval(14, 17).high, 14);
});

test.each([wilson, clopperPearson])('%o refuses impossible input', (interval) => {
  expect(() => interval(3, 2)).toThrow('3 successes of 2');
  expect(() => interval(Number.NaN, 2)).toThrow('cannot be');
  expect(() => interval(1, 2, 95)).toThrow('between 0 and 1');
});

/** Probability, by enumerating every outcome, that the interval contains the truth. */
function coverage(interval: (successes: number, n: number) => Interval, n: number, truth: number): number {
  let chance = (1 - truth) ** n;
  let covered = 0;
  for (let successes = 0; successes <= n; successes++) {
    const { low, high } = interval(successes, n);
    if (low <= truth && truth <= high) covered += chance;
    chance *= ((n - successes) / (successes + 1)) * (truth / (1 - truth));
  }
  return covered;
}
const truths = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

test.each([5, 12, 30])('for n = %i Wilson covers about 95 % and Clopper-Pearson never less', (n) => {
  const byWilson = truths.map((truth) => coverage(wilson, n, truth));
  expect(byWilson.reduce((a, b) => a + b, 0) / truths.length).toBeCloseTo(0.954, 2);
  expect(Math.min(...byWilson)).toBeGreaterThan(0.83);
  expect(Math.min(...truths.map((truth) => coverage(clopperPearson, n, truth)))).toBeGreaterThan(0.95);
});

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
