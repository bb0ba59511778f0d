import { expect, test } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { breakdown, random } from '../../stats/index.ts';
import { grounding, metrics, officialRule } from './metrics.ts';
import { episodeOf, fetching, repeated, resultOf, sampleOf } from './testing/episodes.ts';

const success = episodeOf('grasp A', 'pinch A', 'placed A', 'success');
const wrong = episodeOf('grasp B', 'pinch B', 'placed B');
const push = episodeOf('grasp B');
const nothing = episodeOf();

const named = (results: readonly UnitResult[], name: string) => metrics(results).find((one) => one.name === name);

test('TSR, GSR and nSG, and the strict ones beside them', () => {
  const results = [
    ...repeated(3, 'success', success),
    ...repeated(2, 'wrong', wrong),
    ...repeated(3, 'push', push),
    ...repeated(2, 'nothing', nothing),
  ];
  const all = metrics(results);
  expect(all.map(({ name }) => name)).toEqual(['TSR', 'GSR', 'nSG', 'GSR (pinch)', 'nSG (pinch)']);
  const values = [0.3, 0.8, (3 / 8 - 1 / 4) / (3 / 4), 0.5, (3 / 5 - 1 / 4) / (3 / 4)];
  for (const [i, value] of values.entries()) expect(all[i]?.value).toBeCloseTo(value, 12);
  expect(all.map(({ method }) => method)).toEqual(['wilson', 'wilson', 'cluster-beta', 'wilson', 'cluster-beta']);
  expect(all.map(({ chance }) => chance)).toEqual([undefined, undefined, 0, undefined, 0]);
});

test.each([
  [4, 100, 25, 0],
  [10, 100, 10, 0],
  [4, 10, 10, 1],
  [4, 10, 0, -1 / 3],
  [10, 10, 0, -1 / 9],
])('with %i choices, %i grasps and %i successes nSG is %d', (choices, grasps, successes, nsg) => {
  const results = [
    ...repeated(successes, 'right', success, choices),
    ...repeated(grasps - successes, 'wrong', wrong, choices),
  ];
  const metric = named(results, 'nSG');
  expect(metric?.value).toBeCloseTo(nsg, 12);
  expect(metric?.low).toBeLessThan(nsg + 1e-12);
  expect(metric?.high).toBeGreaterThan(nsg - 1e-12);
  expect((metric?.high ?? 0) - (metric?.low ?? 0)).toBeGreaterThan(0.05);
});

test('nSG is undefined where nothing was grasped, never 0', () => {
  expect(named(repeated(20, 'nothing', nothing), 'nSG')).toEqual({
    name: 'nSG',
    value: null,
    n: 20,
    low: null,
    high: null,
    method: 'undefined: nothing was grasped',
  });
  expect(named(repeated(20, 'push', push), 'nSG (pinch)')?.value).toBeNull();
  expect(metrics([]).map(({ value }) => value)).toEqual([null, null, null, null, null]);
});

test('nSG exceeds 1 where blocks reach the zone without a grasp', () => {
  const results = [...repeated(5, 'success', success), ...repeated(5, 'shoved', episodeOf('touch A left', 'success'))];
  expect(named(results, 'nSG')?.value).toBeCloseTo((2 - 1 / 4) / (3 / 4), 12);
});

test('suites with other numbers of choices have no nSG together', () => {
  const results = [...repeated(3, 'four', success, 4), ...repeated(3, 'ten', success, 10)];
  expect(named(results, 'nSG')).toMatchObject({ value: null, method: 'undefined: suites differ in choices' });
});

test('whatever an error would have been, it lies in the bracket', () => {
  const closed = [
    ...repeated(3, 'success', success),
    ...repeated(4, 'wrong', wrong),
    ...repeated(2, 'nothing', nothing),
  ];
  const open = metrics([...closed, ...repeated(2, 'error', null)]);
  expect(open.map(({ errors }) => errors)).toEqual([2, 2, 2, 2, 2]);
  const fates = [success, wrong, push, nothing, episodeOf('success'), episodeOf('pinch A', 'success')];
  for (const one of fates)
    for (const other of fates) {
      const known = metrics([...closed, ...repeated(1, 'one', one), ...repeated(1, 'other', other)]);
      for (const [i, { value }] of known.entries()) {
        expect(value).toBeGreaterThanOrEqual((open[i]?.worst ?? Number.NaN) - 1e-12);
        expect(value).toBeLessThanOrEqual((open[i]?.best ?? Number.NaN) + 1e-12);
        // So does the interval that is printed then.
        expect(open[i]?.lowest).toBeLessThanOrEqual(open[i]?.worst ?? Number.NaN);
        expect(open[i]?.highest).toBeGreaterThanOrEqual(open[i]?.best ?? Number.NaN);
      }
    }
  const hopeless = named([...repeated(3, 'nothing', nothing), ...repeated(1, 'error', null)], 'nSG');
  expect(hopeless).toMatchObject({ value: null, errors: 1 });
  expect(hopeless).not.toHaveProperty('best');
});

test('repetitions do not narrow the intervals', () => {
  const once = [...repeated(12, 'success', success), ...repeated(18, 'wrong', wrong), ...repeated(5, 'no', nothing)];
  const often = [0, 1, 2].flatMap((epoch) => once.map((unit) => ({ ...unit, epoch })));
  const [single, several] = [metrics(once), metrics(often)];
  for (const [i, { low, high }] of single.entries()) {
    const width = (several[i]?.high ?? 0) - (several[i]?.low ?? 0);
    expect(width).toBeGreaterThan(0.9 * ((high ?? 0) - (low ?? 0)));
    expect(several[i]).toMatchObject({ method: 'cluster-beta', n: 105 });
  }
  expect(several.slice(5).map(({ name }) => name)).toEqual(['pass@1', 'pass@2', 'pass@3']);
});

test('by category, each with its own nSG', () => {
  const results = ['law', 'physics'].flatMap((category) =>
    ['A', category === 'law' ? 'A' : 'B'].map((label, i) => {
      const sample = sampleOf({ id: `${category} ${i}`, category });
      return resultOf(sample, fetching(sample, label));
    }),
  );
  const groups = breakdown(results, [['category']], metrics);
  expect(groups.map(({ key, metrics: [, , nsg] }) => [key, nsg?.name, nsg?.value])).toEqual([
    ['law', 'nSG', 1],
    ['physics', 'nSG', expect.closeTo(1 / 3, 12)],
  ]);
});

test.each([4, 10])('a blind picker among %i blocks has nSG 0, as often inside the interval as claimed', (choices) => {
  const { pick } = random('blind picker', choices);
  const sample = sampleOf({ choices });
  const fates = Object.keys(sample.options).map((label) => resultOf(sample, fetching(sample, label)));
  const ids = Array.from({ length: 500 }, (_, i) => `q${i}`);
  const nsgs = Array.from({ length: 200 }, () => {
    const results = ids.map((id) => ({ ...pick(fates), id, cluster: id }));
    return grounding({ name: 'nSG', results, rule: officialRule('grasped'), resamples: 300 });
  });
  const covering = nsgs.filter(({ low, high }) => low !== null && high !== null && low <= 0 && high >= 0);
  // The value of one run has a standard deviation of 0.026 (4 blocks) or 0.015.
  expect(Math.abs(nsgs.reduce((sum, { value }) => sum + (value ?? Number.NaN), 0) / nsgs.length)).toBeLessThan(0.006);
  expect(covering.length / nsgs.length).toBeGreaterThan(0.91);
  expect(covering.length / nsgs.length).toBeLessThan(0.985);
});
