import { expect, it } from 'vitest';
import type { Sheet, UnitResult } from '../../contracts/index.ts';
import { diagnose } from './diagnose.ts';

const unit = (id: string, more: Partial<UnitResult>): UnitResult => ({
  id,
  epoch: 0,
  cluster: id,
  groups: { split: id.replace(/\/.*/, ''), step: '2' },
  outcome: 'answered',
  score: 0,
  extraction: null,
  ...more,
});

const units = [
  unit('location/0', { score: 1, facts: { distance: 0, x: 0.1, y: 0.1 } }),
  unit('location/1', { facts: { distance: 8, x: 0.5, y: 0.99 } }),
  unit('location/2', { facts: { distance: 300, x: 1.2, y: 0.5 } }),
  unit('placement/0', { score: 0.5, facts: { distance: 0, x: 0.2, y: 0 } }),
  unit('placement/1', { outcome: 'unparsed', reason: 'empty', facts: { points: 0 } }),
  unit('placement/10', { outcome: 'unparsed', reason: 'IndexError: no', score: null, facts: { abort: 1 } }),
  unit('placement/2', { outcome: 'unparsed', reason: 'ValueError: no', score: null, facts: { dropped: 1 } }),
  unit('placement/3', { outcome: 'provider_error', score: null }),
];

const rowsOf = (name: string, of = units): Sheet['rows'] =>
  diagnose(of).find((sheet) => sheet.name === name)?.rows ?? [];

it('tells how far beside the points lie', () => {
  expect(rowsOf('pointing error')).toEqual([
    ['all', 4, 50, 0, 8, 300, 75, 75],
    ['location', 3, 33.3, 8, 300, 300, 66.7, 66.7],
    ['placement', 1, 100, 0, 0, 0, 100, 100],
  ]);
  expect(rowsOf('pointing error by step')).toEqual([['2', 4, 50, 0, 8, 300, 75, 75]]);
});

it('tells where in the picture they lie', () => {
  const map = rowsOf('hit map');
  expect(map).toHaveLength(10);
  expect(map[0]).toEqual(['top left', 2, 50, 75]);
  expect(map[4]).toEqual(['middle centre', 0, 0, null]);
  expect(map[7]).toEqual(['bottom centre', 1, 25, 0]);
  expect(map[9]).toEqual(['outside the picture', 1, 25, 0]);
});

it('tells what could not be read, and what official code does then', () => {
  expect(rowsOf('unreadable answers')).toContainEqual(['unparsed: empty', 1, 12.5, 'placement/1']);
  expect(rowsOf('unreadable answers')).toContainEqual(['provider error', 1, 12.5, 'placement/3']);
  expect(rowsOf('what official code fails on')).toEqual([
    ['left out of the official score (counted as wrong in the strict one)', 1, 'placement/2'],
    ['the official script would stop at placement/10', 1, 'placement/10'],
  ]);
});

it('has nothing to say of nothing', () => {
  expect(diagnose([])).toEqual([]);
});
