import { expect, test } from 'vitest';
import { meanAggregate, passAtK, passAtKMetrics } from './pass-at-k.ts';
import { unit } from './testing/units.ts';

/** One sample, asked once per score. */
function sample(id: string, ...scores: (number | null)[]) {
  return scores.map((score, epoch) =>
    unit(id, score, { epoch, outcome: score === null ? 'provider_error' : 'answered' }),
  );
}

test('counts the draws that hold a right one', () => {
  expect(passAtK({ n: 5, c: 2, k: 3 })).toBeCloseTo(0.9, 15);
  expect(passAtK({ n: 4, c: 1, k: 1 })).toBeCloseTo(0.25, 15);
  expect(passAtK({ n: 4, c: 0, k: 4 })).toBe(0);
  expect(passAtK({ n: 4, c: 1, k: 4 })).toBe(1);
  // 1 − C(990, 100) / C(1000, 100), scipy.special.comb(…, exact=True)
  expect(passAtK({ n: 1000, c: 10, k: 100 })).toBeCloseTo(0.653072285207994, 12);
});

test('is the average over all draws of k tries', () => {
  const tries = [1, 0, 0, 1, 0];
  const pairs = tries.flatMap((a, i) => tries.slice(i + 1).map((b) => Math.max(a, b)));
  expect(passAtK({ n: 5, c: 2, k: 2 })).toBeCloseTo(pairs.reduce((a, b) => a + b, 0) / pairs.length, 15);
});

test('one metric per k, over samples; a partial score does not pass', () => {
  const metrics = passAtKMetrics([...sample('a', 1, 0), ...sample('b', 0.5, 0), ...sample('c', 1, 1)]);
  expect(metrics.map(({ name, value, n }) => ({ name, value, n }))).toEqual([
    { name: 'pass@1', value: 0.5, n: 3 },
    { name: 'pass@2', value: 2 / 3, n: 3 },
  ]);
  expect(metrics[0]?.method).toBe('cluster-beta');
});

test('a sample that lost an epoch to an error is judged by the rest, and the bracket says what is open', () => {
  const [first, second] = passAtKMetrics([...sample('a', 1, null), ...sample('b', 0, 0)]);
  expect(first).toMatchObject({ value: 0.5, n: 2, errors: 1, worst: 0.25, best: 0.5 });
  expect(second).toMatchObject({ value: 0, n: 1, errors: 1, worst: 0.5, best: 0.5 });
  expect(first?.lowest).toBeLessThan(0.25);
  expect(first?.highest).toBeGreaterThan(0.5);
});

test('the usual aggregate adds pass@k only when a run has epochs', () => {
  const aggregate = meanAggregate('accuracy', 0.25);
  expect(aggregate(sample('a', 1)).map(({ name, chance }) => [name, chance])).toEqual([['accuracy', 0.25]]);
  expect(aggregate(sample('a', 1, 0)).map(({ name }) => name)).toEqual(['accuracy', 'pass@1', 'pass@2']);
  expect(aggregate([])).toMatchObject([{ value: null }]);
});
