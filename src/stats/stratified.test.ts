import { describe, expect, test } from 'vitest';
import type { UnitResult } from '../contracts/index.ts';
import { estimateStratified } from './stratified.ts';
import { allOfGroup, chanceAdjusted, macroMetric } from './stratified-metric.ts';

const limits = { low: 0, high: 1 };
const share = (cluster: string, stratum: string[], part: number) => ({ cluster, stratum, part, whole: 1 });

function unit(id: string, score: number | null, groups: Record<string, string> = {}): UnitResult {
  const outcome = score === null ? 'provider_error' : 'answered';
  return { id, epoch: 0, cluster: id, groups, outcome, score, extraction: null };
}

describe('estimateStratified', () => {
  test('a type counts the same however many questions it has', () => {
    const few = [share('a', ['x'], 1)];
    const many = Array.from({ length: 99 }, (_, i) => share(`b${i}`, ['y'], 0));
    expect(estimateStratified([...few, ...many], { limits }).value).toBe(0.5);
  });

  test('a path divides its share: three directions are one type', () => {
    const parts = [share('a', ['d', 'easy'], 1), share('b', ['d', 'hard'], 0), share('c', ['n'], 1)];
    expect(estimateStratified(parts, { limits }).value).toBe(0.75);
  });

  test('strata are told apart whatever characters their names have', () => {
    const parts = [share('a', ['x', 'y'], 1), share('b', ['x/y'], 0)];
    expect(estimateStratified(parts, { limits }).value).toBe(0.5);
  });

  test('the order of the units changes nothing', () => {
    const parts = Array.from({ length: 40 }, (_, i) => share(`c${i % 9}`, [`s${i % 3}`], (i % 7) / 7));
    expect(estimateStratified(parts.toReversed(), { limits })).toEqual(estimateStratified(parts, { limits }));
  });

  test('clusters that several strata share are drawn together, so what they have in common widens the interval', () => {
    const width = (apart: boolean) => {
      const parts = Array.from({ length: 30 }, (_, i) => i % 2).flatMap((part, i) =>
        ['x', 'y', 'z'].map((name) => share(apart ? `${i}${name}` : `${i}`, [name], part)),
      );
      const { low, high } = estimateStratified(parts, { limits });
      return (high ?? 0) - (low ?? 0);
    };
    expect(width(false)).toBeGreaterThan(1.4 * width(true));
  });

  test('a draw that leaves a stratum empty says nothing about it', () => {
    // All of `x` is in one of 30 clusters, which every third draw does without.
    const parts = Array.from({ length: 30 }, (_, i) => share(`${i}`, ['y'], i % 2));
    const { value, low } = estimateStratified([share('0', ['x'], 1), ...parts], { limits });
    expect(value).toBe(0.75);
    expect(low).toBeGreaterThan(0.6);
  });

  test('where nothing varies the interval is not a point', () => {
    const { low, high, method } = estimateStratified([share('a', ['x'], 1), share('b', ['y'], 1)], { limits });
    expect({ high, method }).toEqual({ high: 1, method: 'wilson-clusters' });
    expect(low).toBeLessThan(0.5);
  });

  test('nothing gives nothing', () => {
    expect(estimateStratified([], { limits })).toEqual({ value: null, n: 0, low: null, high: null, method: 'none' });
  });
});

test('macroMetric: errors open the number', () => {
  const results = [unit('a', 1, { t: 'x' }), unit('b', null, { t: 'x' }), unit('c', 0, { t: 'y' })];
  const metric = macroMetric({ name: 'm', results, stratum: ({ groups }) => [groups.t ?? ''] });
  expect(metric).toMatchObject({ value: 0.5, errors: 1, worst: 0.25, best: 0.5 });
});

describe('chanceAdjusted', () => {
  const caa = (results: UnitResult[]) =>
    chanceAdjusted({ name: 'CAA', results, options: ({ groups }) => Number(groups.options) });

  test('is SITE’s formula: Σ(x − 1/n) / Σ(1 − 1/n)', () => {
    const results = [unit('a', 1, { options: '2' }), unit('b', 0, { options: '4' }), unit('c', 1, { options: '4' })];
    expect(caa(results).value).toBeCloseTo((0.5 - 0.25 + 0.75) / (0.5 + 0.75 + 0.75), 12);
  });

  test('all wrong is below 0, all right is 1, and the interval keeps to what can be', () => {
    const wrong = caa([unit('a', 0, { options: '2' }), unit('b', 0, { options: '2' })]);
    expect(wrong).toMatchObject({ value: -1, low: -1, chance: 0 });
    expect(caa([unit('a', 1, { options: '2' })])).toMatchObject({ value: 1, high: 1 });
  });
});

describe('allOfGroup', () => {
  const metric = (results: UnitResult[]) => allOfGroup({ name: 'all', results, group: ({ id }) => id.slice(0, 1) });

  test('one wrong unit makes its group wrong', () => {
    expect(metric([unit('a1', 1), unit('a2', 0), unit('b1', 1), unit('b2', 1)])).toMatchObject({ value: 0.5, n: 2 });
  });

  test('an error opens its group only while it could still be right', () => {
    expect(metric([unit('a1', 0), unit('a2', null), unit('b1', 1)]).errors).toBeUndefined();
    expect(metric([unit('a1', 1), unit('a2', null), unit('b1', 1)])).toMatchObject({ errors: 1, worst: 0.5, best: 1 });
  });
});
