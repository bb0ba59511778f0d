import { expect, test } from 'vitest';
import type { UnitResult } from '../../src/contracts/index.ts';
import { flowOf } from './flow-chart.tsx';

function unit(outcome: UnitResult['outcome'], score: number | null, answer: string | null): UnitResult {
  return { id: '', epoch: 0, cluster: '', groups: {}, outcome, score, extraction: { answer } };
}

test('every unit is counted once, at the stage where it was lost', () => {
  const stages = flowOf(
    [
      unit('answered', 1, 'A'),
      unit('answered', 1, 'B'),
      unit('answered', 0, 'B'),
      unit('answered', 0.5, 'B'),
      unit('unparsed', 0, null),
      unit('refused', 0, null),
      unit('truncated', 1, 'A'),
      unit('provider_error', null, null),
    ],
    10,
  );
  expect(stages).toEqual([
    { name: 'planned', n: 10, losses: [{ kind: 'missing', n: 2 }] },
    { name: 'asked', n: 8, losses: [{ kind: 'provider_error', n: 1 }] },
    {
      name: 'answered',
      n: 7,
      losses: [
        { kind: 'refused', n: 1 },
        { kind: 'unparsed', n: 1 },
      ],
    },
    {
      name: 'parsed',
      n: 5,
      losses: [
        { kind: 'partly', n: 1 },
        { kind: 'wrong', n: 1 },
      ],
    },
    { name: 'right', n: 3, losses: [] },
  ]);
});

test('an episode in which nothing was put down was acted, but nothing could be read from it', () => {
  expect(flowOf([unit('answered', 0, null)], 1)[1]?.losses).toEqual([{ kind: 'nothing chosen', n: 1 }]);
});
