import type { Pairing } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { allMeansEqual, type ClusterSums, clustersOf, type Listed, numbersOf, total } from './clusters.ts';
import { incompleteBeta, normalQuantile } from './distributions.ts';
import { studentQuantile, tailOf, wilson } from './interval.ts';
import { numpyMean } from './mean.ts';

/** Two scores of the same unit. */
export interface Pair {
  cluster: string;
  a: number;
  b: number;
}

/** How many clusters more than were met might differ as a whole. */
const UNSEEN = 2;

/**
 * Mean of A − B over pairs; null when there are none. Student's interval of the clusters' differences, and squared and
 * added to either side how far clusters that differ as a whole, but were not met, might move the mean.
 * Where all clusters differ alike (identical runs), the half-width is what Wilson's interval still allows for a kind of
 * cluster that was seen 0 times. How often it covers the truth: docs/decisions/0009-cluster-beta.md.
 */
export function estimateDifference(pairs: Listed<Pair>, level = 0.95): Pairing['difference'] {
  if (pairs.length === 0) return null;
  const value = numpyMean(numbersOf(pairs, ({ a, b }) => a - b));
  const clusters = clustersOf(pairs);
  const sumsOf: SumsOf = (of) => clusters.sumsOf(numbersOf(pairs, of));
  const differences = sumsOf(({ a, b }) => a - b);
  if (allMeansEqual(differences)) {
    const half = wilson(0, differences.sums.length, level).high;
    return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half), method: 'wilson-clusters' };
  }
  const { half, shift } = student(differences, level);
  const { reach, lean } = unseen(pairs, differences.counts, sumsOf);
  const z = -normalQuantile(tailOf(level));
  const [down, up] = [Math.hypot(half, z * reach * (1 - lean)), Math.hypot(half, z * reach * (1 + lean))];
  const middle = value + (shift * half ** 2) / (down * up);
  return {
    value,
    low: Math.max(-1, Math.min(value, middle - down)),
    high: Math.min(1, Math.max(value, middle + up)),
    method: 'paired-cluster-t',
  };
}

type SumsOf = (of: (pair: Pair) => number) => ClusterSums;

/** Student's half-width, and how far a skewed mean's interval lies off the mean (as percentiles of resampling do). */
function student({ sums, counts }: ClusterSums, level: number): { half: number; shift: number } {
  const size = sums.length;
  const n = total(counts);
  const value = total(sums) / n;
  const off = sums.map((sum, i) => sum - value * at(counts, i));
  const squares = total(off, (each) => each ** 2);
  const cubes = total(off, (each) => each ** 2 * each);
  const fourths = total(off, (each) => (each ** 2) ** 2);
  // Between Satterthwaite's degrees of freedom and Student's own, as for one score.
  const noise = (size / (size - 1)) * Math.max(0, fourths / squares ** 2 - 1 / size);
  const freedom = 1 / (0.45 * (noise / 2 + 1 / (size - 1)));
  const half = (studentQuantile(tailOf(level), freedom) * Math.sqrt((size / (size - 1)) * squares)) / n;
  return { half, shift: cubes / (2 * squares * n) };
}

/**
 * By how much the mean may be off because no cluster was met that differs as a whole. That is to be feared where units of
 * a cluster differ together more often than by chance, or too few differ to tell, and no longer once such clusters were
 * seen. `lean` is how much more that is to be feared on A's side than on B's.
 */
function unseen(pairs: Listed<Pair>, sizes: Float64Array, sumsOf: SumsOf): { reach: number; lean: number } {
  const n = pairs.length;
  const size = total(sizes, (count) => count ** 2) / n;
  const gaps = numbersOf(pairs, ({ a, b }) => Math.abs(a - b)).sort();
  // From small to large, so that the order of the units never shows in the last digit.
  const squares = total(gaps, (gap) => gap ** 2);
  // Graded differences count in units of a typical one, which is 1 where units are right or wrong.
  const typical = squares / total(gaps);
  const side = (sign: number) => sumsOf(({ a, b }) => Math.max(0, sign * (a - b)) / typical).sums;
  const [better, worse] = [side(1), side(-1)];
  const [gained, lost] = [total(better), total(worse)];
  const clumps = total(better, (each, i) => each ** 2 + at(worse, i) ** 2);
  // Two units of a cluster that differ in opposite ways say half as much.
  const opposite = total(better, (each, i) => each * at(worse, i));
  const together = Math.max(0, clumps - squares / typical ** 2) + opposite;
  const byChance = ((gained ** 2 + lost ** 2 + gained * lost) * (size - 1)) / n;
  const excess = Math.max(0, together - 0.75 * byChance);
  const fear = (excess + 0.8) / (excess + 1.25 * (byChance + 1));
  const seen = 1 + (1.25 * clumps) / size ** 2;
  return {
    reach: (typical * (gained + lost + UNSEEN * size) * (fear / seen) ** 1.75) / n,
    lean: (0.4 * (gained - lost)) / (gained + lost + 1),
  };
}

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
