import { SextantError } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { allMeansEqual, type ClusterSums, total } from './clusters.ts';
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

/**
 * Resampling a few clusters claims too much (at 5 of them, 95 % intervals cover 87 %): widened around the value as
 * Student's t is wider than the normal distribution, and within the limits that scores have.
 */
export function widened(
  value: number,
  { low, high }: Interval,
  opts: { clusters: number; level: number; limits: Interval },
): Interval {
  const { clusters, level, limits } = opts;
  const tail = tailOf(level);
  const factor = (studentQuantile(tail, clusters - 1) / -normalQuantile(tail)) * Math.sqrt(clusters / (clusters - 1));
  return {
    low: Math.max(limits.low, Math.min(value, value + (low - value) * factor)),
    high: Math.min(limits.high, Math.max(value, value + (high - value) * factor)),
  };
}

/** The t that Student's distribution exceeds with this probability. */
export function studentQuantile(tail: number, freedom: number): number {
  const x = inverseBeta(2 * tail, freedom / 2, 0.5);
  return Math.sqrt((freedom * (1 - x)) / x);
}

/** How much the fear weighs that the units of a cluster are all alike: as many events, squared. */
const CAUTION = 1.5;

/** A narrower interval than this worth gives is not needed, and would take long. */
const MOST_WORTH = 1e8;

/**
 * Interval of a share 0 … 1 over clustered units: Jeffreys' interval of as many independent units as the clusters are
 * worth. Where all clusters have the same mean, nothing tells what they are worth: each counts as one unit, by Wilson.
 * How often it covers the truth: docs/decisions/0009-cluster-beta.md.
 * @example clusterInterval(clusterSums([{ cluster: 'a' }, { cluster: 'b' }], Float64Array.of(1, 0)), { level: 0.95 })
 */
export function clusterInterval(clusters: ClusterSums, { level }: { level: number }): Interval & { method: string } {
  const size = clusters.sums.length;
  const value = total(clusters.sums) / total(clusters.counts);
  if (allMeansEqual(clusters)) {
    const hits = Math.min(size, value * size);
    return { ...containing(value, wilson(hits, size, level)), method: 'wilson-clusters' };
  }
  const tail = tailOf(level);
  const { units, freedom } = effectiveSize(clusters);
  // A variance that is known only roughly is worth fewer units (Korn and Graubard).
  const worth = Math.min(MOST_WORTH, units * (normalQuantile(tail) / studentQuantile(tail, freedom)) ** 2);
  const [right, wrong] = [value * worth + 0.5, (1 - value) * worth + 0.5];
  const interval = { low: inverseBeta(tail, right, wrong), high: 1 - inverseBeta(tail, wrong, right) };
  return { ...containing(value, interval), method: 'cluster-beta' };
}

/** How many independent units the clusters are worth, and how many degrees of freedom that is known with. */
function effectiveSize({ sums, counts }: ClusterSums): { units: number; freedom: number } {
  const size = sums.length;
  const n = total(counts);
  const value = total(sums) / n;
  const spread = value * (1 - value);
  const off = sums.map((sum, i) => sum - value * at(counts, i));
  const squares = total(off, (each) => each ** 2);
  const variance = ((size / (size - 1)) * squares) / n ** 2;
  const design = (variance * n) / spread;
  // With few events the design effect is mostly luck: then towards what it is if the units of a cluster are all alike.
  const events = (Math.min(value, 1 - value) ** 2 / variance) ** 2;
  const alike = total(counts, (count) => count ** 2) / n;
  const cautious = (design * events + alike * CAUTION) / (events + CAUTION);
  // Satterthwaite: how far each cluster alone moves the design effect. Few clusters say little about that either, so it is
  // averaged with Student's own degrees of freedom.
  const move = (each: number) => each ** 2 / squares - 1 / size - ((1 - 2 * value) / (spread * n)) * each;
  const noise = (size / (size - 1)) * total(off, (each) => move(each) ** 2);
  return { units: n / cautious, freedom: 1 / (noise / 4 + 1 / (2 * (size - 1))) };
}
