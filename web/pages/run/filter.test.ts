import { expect, test } from 'vitest';
import type { UnitResult } from '../../../src/contracts/index.ts';
import type { UnitRow } from '../../source/index.ts';
import { filterOf, filterRows, listQuery } from './filter.ts';

function row(id: string, score: number | null, more: Partial<UnitResult> = {}, said = ''): UnitRow {
  const result: UnitResult = {
    id,
    epoch: 0,
    cluster: id,
    groups: { kind: 'point' },
    outcome: 'answered',
    score,
    extraction: null,
    ...more,
  };
  return { result, question: `Where is ${id}?`, said };
}

const rows = [
  row('u10', 1, { groups: { kind: 'choice' } }, 'The answer is (B)'),
  row('u9', 0),
  row('u2', 0.5),
  row('u1', null, { outcome: 'provider_error', reason: 'server (http 500)' }),
];
const ids = (query: Record<string, string>, other?: UnitRow[]) =>
  filterRows(rows, filterOf(query), other).map(({ result }) => result.id);

test('without a filter all rows come, in natural order', () => {
  expect(ids({})).toEqual(['u1', 'u2', 'u9', 'u10']);
});

test('by outcome, score, group and words', () => {
  expect(ids({ outcome: 'provider_error' })).toEqual(['u1']);
  expect(ids({ score: 'wrong' })).toEqual(['u9']);
  expect(ids({ score: 'partly' })).toEqual(['u2']);
  expect(ids({ 'g.kind': 'choice' })).toEqual(['u10']);
  expect(ids({ q: 'ANSWER (b)' })).toEqual(['u10']);
  expect(ids({ q: 'http 500' })).toEqual(['u1']);
  expect(ids({ outcome: 'nonsense' })).toHaveLength(4);
});

test('by score', () => {
  expect(ids({ order: '-score' })).toEqual(['u10', 'u2', 'u9', 'u1']);
});

test('where runs differ: only units that both have a score for', () => {
  const other = [row('u10', 0), row('u9', 0), row('u2', 1), row('u1', 1)];
  expect(ids({ differs: 'x' }, other)).toEqual(['u2', 'u10']);
  expect(ids({ differs: 'x', way: 'better' }, other)).toEqual(['u10']);
  expect(ids({ differs: 'x', way: 'worse' }, other)).toEqual(['u2']);
});

test('a link to one unit carries the filters along and nothing else', () => {
  expect(listQuery({ q: 'a', 'g.step': '2', view: 'samples', at: 'u1' })).toEqual({ q: 'a', 'g.step': '2' });
});
