import { expect, test } from 'vitest';
import { intervalBar, isAboveChance, scoreWords } from './interval-bar.ts';

const metric = { name: 'accuracy', value: 0.5, low: 0.3, high: 0.7, chance: 0.25, n: 20, method: 'wilson' };

test('a bar shows score, interval and chance where they are', () => {
  expect(intervalBar(metric, 20)).toBe('·····┆━━━━●━━━━·····');
  expect(intervalBar({ ...metric, value: 1, low: 0.9, high: 1 }, 20)).toBe('·····┆············━●');
  expect(intervalBar(undefined, 4)).toBe('····');
  expect(intervalBar({ ...metric, value: -0.2, low: -0.4, high: 0.1 }, 10)).toBe('●━┆·······');
});

test('only a score whose whole interval lies above chance is above it', () => {
  expect(isAboveChance(metric)).toBe(true);
  expect(isAboveChance({ ...metric, low: 0.2 })).toBe(false);
  expect(isAboveChance({ ...metric, value: 0, low: 0, high: 0.1 })).toBe(false);
  expect(isAboveChance(undefined)).toBeUndefined();
  expect(scoreWords(metric)).toBe('50.0 [30.0, 70.0]');
  expect(scoreWords(undefined)).toBe('nothing measured');
});
