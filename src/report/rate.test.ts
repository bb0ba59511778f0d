import { expect, test } from 'vitest';
import { createRate } from './progress.ts';

test('unknown at first, and while nothing is done', () => {
  const rate = createRate();
  expect(rate(0, 0)).toBeUndefined();
  expect(rate(500, 3)).toBeUndefined();
  expect(createRate()(5_000, 0)).toBeUndefined();
});

test('what an earlier session did is not speed', () => {
  const rate = createRate();
  rate(0, 300);
  expect(rate(10_000, 320)).toBe(2);
});

test('follows a change within the window', () => {
  const rate = createRate();
  for (let second = 0; second <= 60; second++) rate(second * 1000, second * 10);
  for (let second = 61; second <= 90; second++) rate(second * 1000, 600 + second - 60);
  expect(rate(91_000, 631)).toBe(1);
});

test('units slower than the window still have a rate', () => {
  const rate = createRate();
  for (let minute = 0; minute <= 30; minute++) rate(minute * 60_000, minute);
  expect(rate(30 * 60_000, 30)).toBeCloseTo(1 / 60);
});

test('slows down while nothing happens', () => {
  const rate = createRate();
  rate(0, 0);
  expect(rate(10_000, 10)).toBe(1);
  expect(rate(40_000, 10)).toBe(0.25);
});
