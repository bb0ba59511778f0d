import { expect, test } from 'vitest';
import { clopperPearson, wilson } from './interval.ts';
import { meanAggregate, meanMetric, passAtK, passAtKMetrics, strictMetric } from './metric.ts';
import { random } from './random.ts';
import { unit, units } from './testing/units.ts';

const name = 'accuracy';

test('independent right-or-wrong units get a Wilson interval', () => {
  const metric = meanMetric({ name, results: units(1, 1, 1, 0), chance: 0.25 });
  const exact = clopperPearson(3, 4);
  expect(metric).toEqual({ name, value: 0.75, n: 4, ...wilson(3, 4), exact, method: 'wilson', chance: 0.25 });
  expect(meanMetric({ name, results: units(1, 0), level: 0.5 })).toMatchObject(wilson(1, 2, 0.5));
});

test('shared clusters and graded scores get an interval that allows for them', () => {
  const shared = [unit('a', 1, { cluster: 'room' }), unit('b', 0, { cluster: 'room' }), unit('c', 1)];
  expect(meanMetric({ name, results: shared })).toMatchObject({ value: 2 / 3, n: 3, method: 'cluster-beta' });
  expect(meanMetric({ name, results: units(0.5, 1) })).toMatchObject({ value: 0.75, method: 'cluster-beta' });
});

test('asking five times does not narrow the interval', () => {
  const once = units(1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1);
  const often = [0, 1, 2, 3, 4].flatMap((epoch) => once.map((result) => ({ ...result, epoch })));
  const metric = meanMetric({ name, results: often });
  expect(metric).toMatchObject({ n: 60, method: 'cluster-beta' });
  const { low, high } = wilson(8, 12);
  expect((metric.high ?? 0) - (metric.low ?? 0)).toBeGreaterThan(0.9 * (high - low));
});

test('does not claim certainty when all clusters are alike', () => {
  const right = ['a', 'b', 'c'].flatMap((cluster) => [
    unit(`${cluster}1`, 1, { cluster }),
    unit(`${cluster}2`, 1, { cluster }),
  ]);
  expect(meanMetric({ name, results: right })).toEqual({
    name,
    value: 1,
    n: 6,
    ...wilson(3, 3),
    method: 'wilson-clusters',
  });
  // 0.1 + 0.1 + 0.1 is not 0.3 in binary, yet these clusters are alike.
  const tenths = [unit('x', 0.1), ...['1', '2', '3'].map((id) => unit(id, 0.1, { cluster: 'y' }))];
  expect(meanMetric({ name, results: tenths }).method).toBe('wilson-clusters');
  expect(meanMetric({ name, results: [unit('a', 0.5)] }).high).toBeGreaterThan(0.8);
});

test('errors open a bracket, dropped units leave', () => {
  const results = [
    ...units(1, 1, 0, null),
    unit('e1', null, { outcome: 'provider_error' }),
    unit('e2', null, { outcome: 'sim_error' }),
  ];
  expect(meanMetric({ name, results })).toMatchObject({ value: 2 / 3, n: 3, errors: 2, worst: 0.4, best: 0.8 });
  expect(strictMetric({ name, results })).toMatchObject({ value: 0.5, n: 4, errors: 2, worst: 2 / 6, best: 4 / 6 });
});

test('2 errors of 56 do not make a run look more precise: the interval opens by them', () => {
  const answered = units(...Array.from({ length: 54 }, (_, i) => (i < 29 ? 1 : 0)));
  const failed = ['e1', 'e2'].map((id) => unit(id, null, { outcome: 'provider_error' }));
  const metric = meanMetric({ name, results: [...answered, ...failed] });
  expect(metric).toMatchObject({ errors: 2, worst: 29 / 56, best: 31 / 56, ...wilson(29, 54) });
  expect(metric.lowest).toBe(wilson(29, 56).low);
  expect(metric.highest).toBe(wilson(31, 56).high);
});

test('damaged units open the interval like errors', () => {
  const metric = meanMetric({ name, results: [...units(1, 0, 1), unit('d', 1, { damaged: true })] });
  expect(metric).toMatchObject({ n: 3, errors: 1, lowest: wilson(2, 4).low, highest: wilson(3, 4).high });
});

test('an error is never an answer, even when it carries a score', () => {
  const results = [unit('a', 1), unit('e', 0, { outcome: 'provider_error' })];
  expect(meanMetric({ name, results })).toMatchObject({ value: 1, n: 1, errors: 1 });
});

test('no scored unit, no number', () => {
  const nothing = { name, value: null, n: 0, low: null, high: null, method: 'none' };
  expect(meanMetric({ name, results: units(null) })).toEqual(nothing);
  const failed = [unit('e', null, { outcome: 'provider_error' })];
  expect(meanMetric({ name, results: failed })).toEqual({
    ...nothing,
    errors: 1,
    worst: 0,
    best: 1,
    lowest: 0,
    highest: 1,
  });
});

test('any results: the interval holds the value, lies in 0 … 1, and ignores the order', () => {
  const { next, int, shuffle } = random('any results');
  for (let i = 0; i < 60; i++) {
    const graded = int(2) === 0;
    const score = () => (int(9) === 0 ? null : graded ? next() : int(2));
    const results = Array.from({ length: 1 + int(12) }, (_, j) => unit(`u${j}`, score(), { cluster: `c${int(8)}` }));
    const metric = meanMetric({ name, results });
    if (metric.value === null) continue;
    // Beyond the last bits: NumPy's mean is of the units in their own order.
    const shuffled = meanMetric({ name, results: shuffle(results) });
    for (const end of ['value', 'low', 'high'] as const)
      expect(shuffled[end]).toBeCloseTo(metric[end] ?? Number.NaN, 12);
    expect(metric.low).toBeLessThanOrEqual(metric.value);
    expect(metric.high).toBeGreaterThanOrEqual(metric.value);
    expect(metric.low).toBeGreaterThanOrEqual(0);
    expect(metric.high).toBeLessThanOrEqual(1);
  }
});

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
