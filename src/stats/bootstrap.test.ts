import { expect, test } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';
import { clusterSums } from './clusters.ts';
import { random } from './random.ts';

test('agrees with every possible draw of three clusters', () => {
  const clusters = { sums: Float64Array.of(0, 2, 1), counts: Float64Array.of(1, 2, 4) };
  const all: number[] = [];
  for (const i of [0, 1, 2]) {
    for (const j of [0, 1, 2]) {
      for (const k of [0, 1, 2]) {
        const total = (list: Float64Array) => (list[i] ?? 0) + (list[j] ?? 0) + (list[k] ?? 0);
        all.push(total(clusters.sums) / total(clusters.counts));
      }
    }
  }
  all.sort((a, b) => a - b);
  // 80 % of 27 draws: the third lowest and the third highest value hold the 10 % points.
  expect(bootstrapMean(clusters, { level: 0.8 })).toEqual({ low: all[2], high: all[24] });
});

test('the spread is the one theory gives', () => {
  const { next } = random('spread');
  const values = Array.from({ length: 400 }, (_, i) => ({ cluster: `${i}`, value: next() }));
  const { low, high } = bootstrapMean(clusterSums(values));
  // ±1.96 × √(1/12) / √400
  expect((high - low) / 2).toBeCloseTo(0.0283, 2);
});

test('covers the truth about as often as it claims', () => {
  const { next, int } = random('coverage');
  let covered = 0;
  const worlds = 300;
  for (let world = 0; world < worlds; world++) {
    const values = Array.from({ length: 40 }, (_, cluster) => {
      const ease = next();
      return Array.from({ length: 1 + int(6) }, () => ({ cluster: `${cluster}`, value: next() < ease ? 1 : 0 }));
    }).flat();
    const { low, high } = bootstrapMean(clusterSums(values), { resamples: 400 });
    if (low <= 0.5 && 0.5 <= high) covered++;
  }
  expect(covered / worlds).toBeGreaterThan(0.9);
  expect(covered / worlds).toBeLessThan(0.98);
});

test('is repeatable, whatever the order of the units, and changes with the seed', () => {
  const { next, int, shuffle } = random('order');
  const values = Array.from({ length: 200 }, () => ({ cluster: `c${int(30)}`, value: next() }));
  const interval = bootstrapMean(clusterSums(values), { resamples: 500 });
  expect(bootstrapMean(clusterSums(shuffle(values)), { resamples: 500 })).toEqual(interval);
  expect(bootstrapMean(clusterSums(values), { resamples: 500, seed: 1 })).not.toEqual(interval);
});
