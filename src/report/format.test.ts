import { expect, test } from 'vitest';
import * as format from './format.ts';

test('scores', () => {
  expect(format.percent(0.6234)).toBe('62.3');
  expect(format.percent(1)).toBe('100.0');
  expect(format.interval(0.551, 0.69)).toBe('[55.1, 69.0]');
  expect(format.bracket(0.58, 0.66, 8)).toBe('between 58.0 and 66.0 (8 errors)');
  expect(format.bracket(0.5, 0.51, 1)).toBe('between 50.0 and 51.0 (1 error)');
});

test('differences carry their sign, and zero has none', () => {
  expect(format.points(0.12)).toBe('+12.0');
  expect(format.points(-0.031)).toBe('-3.1');
  expect(format.points(0)).toBe('0.0');
  expect(format.points(-0.0001)).toBe('0.0');
  expect(format.points(0.0001)).toBe('0.0');
});

test('tokens', () => {
  expect([0, 999, 1000, 12345, 999_949, 999_950, 12e6].map(format.tokens)).toEqual([
    ...['0', '999', '1.0k', '12.3k', '999.9k', '1.0M', '12.0M'],
  ]);
});

test('an unknown price is not zero', () => {
  expect([null, 0, 0.0042, 0.05, 0.1, 12.3, 1234.5].map(format.dollars)).toEqual([
    ...['unknown', '$0.00', '$0.0042', '$0.05', '$0.10', '$12.30', '$1,234.50'],
  ]);
});

test('durations never show 60 seconds or 60 minutes', () => {
  expect([0, 3.42, 9.96, 42, 59.7, 65, 3599.6, 3725, 7199, 90_000].map(format.duration)).toEqual([
    ...['0.0 s', '3.4 s', '10 s', '42 s', '1 min 00 s', '1 min 05 s'],
    ...['1 h 00 min', '1 h 02 min', '2 h 00 min', '25 h 00 min'],
  ]);
});

test('p-values', () => {
  expect([0, 0.00099, 0.001, 0.0312, 1].map(format.pValue)).toEqual(['< 0.001', '< 0.001', '0.001', '0.031', '1.000']);
});

test('a protocol is named with its hash', () => {
  expect(format.protocolLabel({ id: 'tiny/official', hash: 'a1b2c3d4e5f6' })).toBe('tiny/official #a1b2c3d4');
});
