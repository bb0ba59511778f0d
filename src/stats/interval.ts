import { SextantError } from '../contracts/index.ts';
import { inverseBeta, normalQuantile } from './distributions.ts';

export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's score interval of a proportion. `successes` may be fractional (a sum of partial scores).
 * @example wilson(8, 10) // { low: 0.490…, high: 0.943… }
 */
export function wilson(successes: number, n: number, level = 0.95): Interval {
  checkCounts(successes, n);
  const z = -normalQuantile(tailOf(level));
  if (n === 0) return { low: 0, high: 1 };
  const centre = (successes + z ** 2 / 2) / (n + z ** 2);
  const half = (z * Math.sqrt(successes * (1 - successes / n) + z ** 2 / 4)) / (n + z ** 2);
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The exact interval of a proportion: never covers less than its level, so it is wider than Wilson's.
 * @example clopperPearson(8, 10) // { low: 0.443…, high: 0.974… }
 */
export function clopperPearson(successes: number, n: number, level = 0.95): Interval {
  checkCounts(successes, n);
  const tail = tailOf(level);
  const lower = (count: number) => (count === 0 ? 0 : inverseBeta(tail, count, n - count + 1));
  return { low: lower(successes), high: 1 - lower(n - successes) };
}

/** Widened where rounding or a skewed resampling left the value itself outside. */
export function containing(value: number, { low, high }: Interval): Interval {
  return { low: Math.min(low, value), high: Math.max(high, value) };
}

/** What an interval of this level leaves out on each side. */
export function tailOf(level: number): number {
  if (!(level > 0 && level < 1)) {
    throw new SextantError('bad_argument', `a confidence level lies between 0 and 1, got ${level}`);
  }
  return (1 - level) / 2;
}

function checkCounts(successes: number, n: number): void {
  if (!(successes >= 0 && successes <= n)) {
    throw new SextantError('bad_argument', `${successes} successes of ${n} cannot be`);
  }
}
