import { expect, test } from 'vitest';
import type { UnitResult } from '../contracts/index.ts';
import { UnitList } from './unit-list.ts';
import type { UnitRow } from './wire.ts';

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
function ids(filter: Record<string, string>, other?: UnitRow[]): string[] {
  const resultOf = ({ id }: { id: string }) => other?.find(({ result }) => result.id === id)?.result;
  const page = new UnitList(rows, 1).page({ filter, count: 10, known: 0 }, other && { version: 1, resultOf });
  expect(page.found).toBe(page.rows.length);
  return page.rows.map(({ result }) => result.id);
}

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
  // Every row has the first word.
  expect(ids({ q: 'where u9' })).toEqual(['u9']);
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
