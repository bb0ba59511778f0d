import { expect, test } from 'vitest';
import { wilson } from './interval.ts';
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
