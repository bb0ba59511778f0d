import { expect, test } from 'vitest';
import { clusterSums } from './clusters.ts';
import { random } from './random.ts';
import { quantile, resample } from './ratio.ts';

const sumsOf = (units: { cluster: string; value: number }[]) =>
  clusterSums(
    units,
    Float64Array.from(units, ({ value }) => value),
  );

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
  const drawn = resample(clusters).sort();
  expect([quantile(drawn, 0.1), quantile(drawn, 0.9)]).toEqual([all[2], all[24]]);
});

test('the spread is the one theory gives', () => {
  const { next } = random('spread');
  const values = Array.from({ length: 400 }, (_, i) => ({ cluster: `${i}`, value: next() }));
  const drawn = resample(sumsOf(values)).sort();
  // ±1.96 × √(1/12) / √400
  expect((quantile(drawn, 0.975) - quantile(drawn, 0.025)) / 2).toBeCloseTo(0.0283, 2);
});

test('never fewer than 2,000 draws, as documented', () => {
  const many = Float64Array.from({ length: 100_000 }, (_, i) => i % 2);
  expect(resample({ sums: many, counts: many.fill(1) })).toHaveLength(2000);
  expect(resample({ sums: many.slice(0, 1000), counts: many.slice(0, 1000) })).toHaveLength(10_000);
});

test('is repeatable, whatever the order of the units, and changes with the seed', () => {
  const { next, int, shuffle } = random('order');
  const values = Array.from({ length: 200 }, () => ({ cluster: `c${int(30)}`, value: next() }));
  const drawn = resample(sumsOf(values), { resamples: 500 });
  expect(resample(sumsOf(shuffle(values)), { resamples: 500 })).toEqual(drawn);
  expect(resample(sumsOf(values), { resamples: 500, seed: 1 })).not.toEqual(drawn);
});
