import { incompleteBeta } from './beta.ts';

/**
 * Exact two-sided McNemar test: how likely a split at least this uneven is when either side wins by a fair coin.
 * Ties do not enter. With graded scores this is the sign test. Assumes that units are independent.
 * @example mcnemar(1, 8) // 0.0390625
 */
export function mcnemar(wins: number, losses: number): number {
  const fewer = Math.min(wins, losses);
  const more = Math.max(wins, losses);
  if (more === 0) return 1;
  // P(X ≤ fewer) of a binomial with p = ½.
  return Math.min(1, 2 * incompleteBeta(0.5, more, fewer + 1));
}
