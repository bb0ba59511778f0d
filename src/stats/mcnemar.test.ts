import { expect, test } from 'vitest';
import { mcnemar } from './paired.ts';

// scipy.stats.binomtest(wins, wins + losses).pvalue
test.each([
  [0, 1, 1],
  [1, 0, 1],
  [5, 5, 1],
  [3, 4, 1],
  [1, 8, 0.0390625],
  [12, 30, 0.007915897334896727],
  [0, 20, 1.9073486328125e-6],
  [40, 41, 1],
  [480, 520, 0.2174482932041415],
  [1000, 1200, 2.1817026407914194e-5],
  [49800, 50200, 0.2070389717642225],
  [499000, 501000, 0.0456082998653896],
  [1000000, 1003000, 0.034088365079432],
  [1000000, 1010000, 1.7539685614366628e-12],
])('mcnemar(%i, %i) is %d', (wins, losses, p) => {
  expect(Math.abs(mcnemar(wins, losses) / p - 1)).toBeLessThan(1e-10);
  expect(mcnemar(losses, wins)).toBe(mcnemar(wins, losses));
});

test('nothing to tell apart gives 1, a landslide 0', () => {
  expect(mcnemar(0, 0)).toBe(1);
  expect(mcnemar(0, 1e6)).toBe(0);
});

test('agrees with the plain sum for all small counts', () => {
  for (let n = 1; n <= 40; n++) {
    let [term, below] = [0.5 ** n, 0];
    for (let wins = 0; wins <= n / 2; wins++) {
      below += term;
      term *= (n - wins) / (wins + 1);
      expect(mcnemar(wins, n - wins)).toBeCloseTo(Math.min(1, 2 * below), 12);
    }
  }
});
