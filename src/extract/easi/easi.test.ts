import { describe, expect, it } from 'vitest';
import { compareWithPython, randomBelow, readLines } from '../python/testing/fixtures.ts';
import { easiNumber, meanRelativeAccuracy } from './number.ts';
import { matchOption } from './option.ts';

compareWithPython([easiNumber], import.meta.url, { answer: null });

describe('easi/number', () => {
  it('reads every number that it writes', () => {
    const below = randomBelow(9);
    for (let i = 0; i < 1000; i++) {
      const answer = (below(2 ** 32) - 2 ** 31) * 10 ** (below(40) - 20);
      expect(easiNumber.extract(easiNumber.write({ answer }, {}), {})).toEqual({ answer });
    }
  });

  it('reads infinity as Python does', () => {
    expect(easiNumber.extract('1e999', {})).toEqual({ answer: Infinity });
  });

  it.each([Infinity, 'A', ''])('does not write %j', (answer) => {
    expect(() => easiNumber.write({ answer }, {})).toThrow('is not a number');
  });
});

it.each(readLines<[number, number, number]>(new URL('fixtures/mra.ndjson', import.meta.url)))(
  'the mean relative accuracy of %d against %d is %d',
  (prediction, target, accuracy) => {
    expect(meanRelativeAccuracy(prediction, target)).toBe(accuracy);
  },
);

it.each([
  [
    'in a line of its own within the thinking, where what follows has none',
    '<think>A, perhaps.\nB\nhm\n</think>\nno idea',
    'B',
  ],
  ['six lines from the end', 'A, C or D?\nB\n1\n2\n3\n4\n5', 'B'],
  ['not seven lines from the end, where others stand too', 'A, C or D?\nB\n1\n2\n3\n4\n5\n6', null],
])('the letter of an option is found %s', (_, text, letter) => {
  expect(matchOption(text)).toBe(letter);
});
