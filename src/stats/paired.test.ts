import { expect, test } from 'vitest';
import { studentQuantile, wilson } from './interval.ts';
import { estimateDifference } from './paired.ts';
import { random } from './random.ts';

const pairsOf = (...scores: [a: number, b: number][]) => scores.map(([a, b], i) => ({ cluster: `${i}`, a, b }));

test('identical runs are not certainly the same', () => {
  const half = wilson(0, 3).high;
  const estimate = { value: 0, low: -half, high: half, method: 'wilson-clusters' };
  expect(estimateDifference(pairsOf([1, 1], [0, 0], [1, 1]))).toEqual(estimate);
});

test('a clean sweep is not certain either, and stays within −1 … 1', () => {
  const low = 1 - wilson(0, 2).high;
  expect(estimateDifference(pairsOf([1, 0], [1, 0]))).toMatchObject({ value: 1, low, high: 1 });
});

test('no pairs, no difference', () => {
  expect(estimateDifference([])).toBeNull();
});

test('pairing makes the interval narrow when runs agree on what is hard', () => {
  const { next } = random('hard');
  const pairs = Array.from({ length: 200 }, (_, i) => {
    const a = next() < 0.5 ? 1 : 0;
    return { cluster: `${i}`, a, b: next() < 0.05 ? 1 - a : a };
  });
  const { low, high } = estimateDifference(pairs) ?? { low: -1, high: 1 };
  // Unpaired, the half-width would be about 0.1.
  expect((high - low) / 2).toBeLessThan(0.04);
});

test('covers the true difference about as often as it claims', () => {
  const { next, int } = random('paired coverage');
  let covered = 0;
  const worlds = 150;
  for (let world = 0; world < worlds; world++) {
    const pairs = Array.from({ length: 40 }, (_, cluster) => {
      const ease = next() * 0.8;
      const score = (chance: number) => (next() < chance ? 1 : 0);
      return Array.from({ length: 1 + int(3) }, () => ({
        cluster: `${cluster}`,
        a: score(ease + 0.2),
        b: score(ease),
      }));
    }).flat();
    const estimate = estimateDifference(pairs);
    if (estimate !== null && estimate.low <= 0.2 && 0.2 <= estimate.high) covered++;
  }
  expect(covered / worlds).toBeGreaterThan(0.9);
  expect(covered / worlds).toBeLessThan(0.99);
});

/** Clusters of different size, in which A and B differ in every fourth unit or so. */
function lopsidedPairs(scale: number) {
  const { next, int } = random('lopsided');
  return Array.from({ length: 30 }, (_, cluster) =>
    Array.from({ length: 1 + int(8) }, () => {
      const gap = (next() < 0.15 ? next() : 0) - (next() < 0.1 ? 1 : 0);
      return { cluster: `${cluster}`, a: 0.5 + (scale * gap) / 2, b: 0.5 - (scale * gap) / 2 };
    }),
  ).flat();
}

test('graded differences that are a tenth as large have an interval a tenth as wide', () => {
  const [whole, tenth] = [lopsidedPairs(1), lopsidedPairs(0.1)].map((pairs) => estimateDifference(pairs));
  expect((tenth?.low ?? 0) / (whole?.low ?? 0)).toBeCloseTo(0.1, 9);
  expect((tenth?.high ?? 0) / (whole?.high ?? 0)).toBeCloseTo(0.1, 9);
});

test('the other way round, and in any order of the units, the interval is the same', () => {
  const pairs = lopsidedPairs(1);
  const { value, low, high } = estimateDifference(pairs) ?? { value: 0, low: 0, high: 0 };
  const turned = estimateDifference(pairs.map(({ cluster, a, b }) => ({ cluster, a: b, b: a })));
  expect(turned?.value).toBeCloseTo(-value, 12);
  expect(turned?.low).toBeCloseTo(-high, 12);
  expect(turned?.high).toBeCloseTo(-low, 12);
  expect(estimateDifference(pairs.toReversed())?.low).toBeCloseTo(low, 12);
});

/** So many units differ in each of 40 clusters of 4, in favour of A in every second cluster. */
const spreadOver = (differing: readonly number[]) =>
  Array.from({ length: 40 }, (_, cluster) =>
    Array.from({ length: 4 }, (_, unit) => {
      const differs = unit < (differing[cluster] ?? 0);
      const better = cluster % 2 === 0;
      return { cluster: `${cluster}`, a: Number(differs && better), b: Number(differs && !better) };
    }),
  ).flat();

test('differences spread over many clusters have an interval as narrow as Student gives them', () => {
  const { low, high } = estimateDifference(spreadOver(new Array<number>(20).fill(1))) ?? { low: -1, high: 1 };
  const student = (studentQuantile(0.025, 39) * Math.sqrt((40 / 39) * 20)) / 160;
  expect((high - low) / 2 / student).toBeGreaterThan(0.97);
  expect((high - low) / 2 / student).toBeLessThan(1.05);
});

test('as many in the same few clusters leave more open, and so does a single one', () => {
  const half = (differing: readonly number[]) => {
    const { low, high } = estimateDifference(spreadOver(differing)) ?? { low: -1, high: 1 };
    return (high - low) / 2;
  };
  const spread = half(new Array<number>(8).fill(1));
  expect(half([2, 2, 2, 2])).toBeGreaterThan(1.3 * spread);
  expect(half([1])).toBeGreaterThan(0.5 * spread);
});

test.each([
  { differing: [[1, 0]], same: 1 },
  { differing: [[1, 0]], same: 500 },
  {
    differing: [
      [1, 0],
      [0, 1],
    ],
    same: 1,
  },
  { differing: [[1, 0.999]], same: 3 },
])('no number is missing where hardly anything differs: %o', ({ differing, same }) => {
  const equal = Array.from({ length: same }, () => [1, 1]);
  const pairs = [...differing, ...equal].map(([a = 0, b = 0], i) => ({ cluster: `${i}`, a, b }));
  const { value, low, high, method } = estimateDifference(pairs) ?? { value: 0, low: 0, high: 0, method: 'none' };
  expect(method).toBe('paired-cluster-t');
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(low).toBeGreaterThanOrEqual(-1);
  expect(high).toBeLessThanOrEqual(1);
});
