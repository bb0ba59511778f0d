import { expect, test } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { meanAggregate, meanMetric } from '../../stats/index.ts';
import { openAggregate } from './unread.ts';

const unit = (id: string, score: number | null, more: Partial<UnitResult> = {}): UnitResult => ({
  id,
  epoch: 0,
  cluster: id,
  groups: { pair: id },
  outcome: 'answered',
  score,
  extraction: null,
  ...more,
});
const units = [unit('a', 1), unit('b', 1), unit('c', 0)];
const unread = [unit('d', null, { groups: {}, damaged: true })];

test('units whose question is gone widen the bracket', () => {
  const [metric] = openAggregate(meanAggregate('accuracy'), units, unread);
  expect(metric).toMatchObject({ n: 3, value: 2 / 3, errors: 1, worst: 0.5, best: 0.75 });
  expect(openAggregate(meanAggregate('accuracy'), units, [])[0]).not.toHaveProperty('errors');
});

test('also of a number over groups of units, which leaves out those whose group nobody knows', () => {
  const overGroups = (results: readonly UnitResult[]) => [
    meanMetric({ name: 'pairs', results: results.filter(({ groups }) => groups.pair !== undefined) }),
  ];
  expect(openAggregate(overGroups, units, unread)[0]).toMatchObject({ n: 3, errors: 1, worst: 0.5, best: 0.75 });
  const failed = [...units, unit('e', null, { outcome: 'provider_error' })];
  expect(openAggregate(overGroups, failed, unread)[0]).toMatchObject({ n: 3, errors: 2, worst: 0.4, best: 0.8 });
});
