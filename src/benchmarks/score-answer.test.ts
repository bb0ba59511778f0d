import { expect, test } from 'vitest';
import { scoreAnswer } from './score-answer.ts';

test.each([
  ['B', { answer: 'B' }, 1],
  ['B', { answer: 'A' }, 0],
  ['B', { answer: null }, 0],
  ['B', { points: [] }, 0],
  [5, { answer: 5 }, 1],
  [5, { answer: 4 }, 0.6],
  [5, { answer: '5' }, 0],
  [5, { answer: Infinity }, 0],
  [5, { answer: Number.NaN }, 0],
  [0, { answer: 0 }, 1],
])('where %j is right, %j has %d', (truth, extraction, value) => {
  expect(scoreAnswer(truth, extraction)).toEqual({ value, note: `gold ${truth}` });
});
