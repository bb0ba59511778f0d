import { describe, expect, it } from 'vitest';
import { fixed, percent, rint, round } from './number.ts';
import { readLines } from './testing/fixtures.ts';

type RoundCase = [value: number, four: string, percent: string, three: string, round: number, roundHundred: number];

describe('formatting', () => {
  it.each(readLines<RoundCase>(new URL('fixtures/formatting.ndjson', import.meta.url)))(
    '%d',
    (value, four, percentage, three, rounded, hundred) => {
      expect(fixed(value, 4)).toBe(four);
      expect(percent(value, 2)).toBe(percentage);
      expect(fixed(value, 3)).toBe(three);
      expect(round(value, 4)).toBe(rounded);
      expect(round(value * 100, 4)).toBe(hundred);
    },
  );

  it.each([
    [Number.NaN, 'nan'],
    [-Infinity, '-inf'],
    [-0.00001, '-0.0000'],
    [1e22, '10000000000000000000000.0000'],
    [5e-324, '0.0000'],
  ])('%d', (value, text) => {
    expect(fixed(value, 4)).toBe(text);
  });

  it('rounds halves to even', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 2.4, 1e300].map(rint)).toEqual([0, 2, 2, 0, -2, -2, 2, 1e300]);
    expect([0.5, 2.5, 3.5].map((value) => fixed(value, 0))).toEqual(['0', '2', '4']);
    expect(round(Number.NaN, 2)).toBeNaN();
  });
});
