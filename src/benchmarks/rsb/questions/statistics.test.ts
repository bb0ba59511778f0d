import { expect, it } from 'vitest';
import { questionStatistics } from './statistics.ts';

it('counts labels, categories, numbers, places and lengths', () => {
  const sheets = questionStatistics(
    [
      { text: 'ab', options: { A: '1,200', B: '9' }, answer: 'A', category: 'x' },
      { text: 'abcd', options: { A: '-5', B: '7' }, answer: 'A', category: 'y' },
      { text: 'abc', options: { A: 'red', B: 'blue' }, answer: 'B', category: 'x' },
    ],
    { 'too long': 3 },
  );
  expect(Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]))).toEqual({
    'right label': [
      ['A', 2],
      ['B', 1],
    ],
    category: [
      ['x', 2],
      ['y', 1],
    ],
    numbers: [
      ['whole numbers', 2],
      ['with thousands commas', 1],
      ['negative', 1],
      ['below 10', 1],
    ],
    'place by size': [
      ['1', 1],
      ['2', 1],
    ],
    range: [
      ['answers that are numbers', -5, 1200, 1200],
      ['questions, characters', 2, 3, 4],
      ['options, characters', 1, 3, 5],
    ],
    'blind rules': [
      ['longest', 100, 50, 1],
      ['number 2 by length', 100, 50, 1],
      ['most punctuation', expect.closeTo(83.3, 1), 50, 1],
    ],
    'left out': [['too long', 3]],
  });
});
