import { expect, test } from 'vitest';
import type { UnitResult } from '../contracts/index.ts';
import { ablatedMeans, expectedScores } from './ablated.ts';

const unit = (score: number | null, ablated?: Record<string, number>): UnitResult => ({
  id: 'a',
  epoch: 0,
  cluster: 'a',
  groups: {},
  outcome: 'answered',
  score,
  extraction: null,
  ...(ablated && { ablated }),
});

test('each guess counts as often as it would be made', async () => {
  const isB = async (answer: unknown) => ({ value: JSON.stringify(answer).includes('B') ? 1 : 0 });
  const [a, b] = [
    { answer: { answer: 'A' }, weight: 3 },
    { answer: { answer: 'B' }, weight: 1 },
  ];
  expect(await expectedScores({ kind: [a, b], boxes: [b], nobody: [] }, isB)).toEqual({ kind: 0.25, boxes: 1 });
});

test('a guess that the scorer leaves out is not a wrong one', async () => {
  const leavesOutB = (answer: unknown) => ({ value: JSON.stringify(answer).includes('B') ? null : 1 });
  const [a, b] = [
    { answer: { answer: 'A' }, weight: 1 },
    { answer: { answer: 'B' }, weight: 1 },
  ];
  expect(await expectedScores({ kind: [a, b], boxes: [a] }, leavesOutB)).toEqual({ boxes: 1 });
});

test('their mean is over the units that count in the score', () => {
  const open: UnitResult = { ...unit(null, { kind: 1 }), outcome: 'provider_error' };
  expect(ablatedMeans([unit(1, { kind: 0.2 }), unit(0, { kind: 0.4 }), unit(null, { kind: 1 }), open])).toEqual({
    ablated: { kind: expect.closeTo(0.3) },
  });
});

test('what one of them does not know has no mean: it would be of other questions', () => {
  expect(ablatedMeans([unit(1, { kind: 0.2, boxes: 1 }), unit(0, { kind: 0.4 })])).toEqual({
    ablated: { kind: expect.closeTo(0.3) },
  });
  expect(ablatedMeans([unit(1, { kind: 0.2 }), unit(0)])).toEqual({});
  expect(ablatedMeans([])).toEqual({});
});
