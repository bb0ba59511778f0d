import { describe, expect, it } from 'vitest';
import { mean } from './mean.ts';
import { fixed, percent, rint, round } from './round.ts';
import { readLines } from './testing/fixtures.ts';

type Row = [value: number, four: string, percent: string, three: string, round: number, roundHundred: number];

describe('formatting', () => {
  it.each(readLines<Row>(new URL('fixtures/formatting.ndjson', import.meta.url)))(
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

describe('np.mean', () => {
  const cycle = (values: number[], count: number) =>
    Array.from({ length: count }, (_, i) => values[i % values.length] ?? 0);
  it.each([
    [[1 / 3], 241, 0.33333333333333326],
    [[1 / 3, 2 / 3, 1 / 7], 200, 0.38214285714285706],
    [[0.1], 100, 0.09999999999999998],
    [[0.1], 7, 0.09999999999999999],
    [[0.2], 130, 0.19999999999999998],
    [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 441, 0.39999999999999997],
  ])('of %j, %d of them', (values, count, expected) => {
    expect(mean(cycle(values, count))).toBe(expected);
  });

  it('of nothing is NaN', () => {
    expect(mean([])).toBeNaN();
  });
});
