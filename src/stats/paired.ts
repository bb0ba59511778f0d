import type { Pairing } from '../contracts/index.ts';
import { allMeansEqual, type ClusterSums, clustersOf, numbersOf, total } from './clusters.ts';
import { studentQuantile } from './few-clusters.ts';
import { tailOf, wilson } from './interval.ts';
import { normalQuantile } from './normal.ts';
import { numpyMean } from './numpy-mean.ts';

/** Two scores of the same unit. */
export interface Pair {
  cluster: string;
  a: number;
  b: number;
}

/** How many clusters more than were met might differ as a whole. */
const UNSEEN = 1.5;

/**
 * Mean of A − B over pairs; null when there are none. Student's interval of the clusters' differences, and squared and
 * added to it how far clusters that differ as a whole, but were not met, might move the mean.
 * Where all clusters differ alike (identical runs), the half-width is what Wilson's interval still allows for a kind of
 * cluster that was seen 0 times. How often it covers the truth: docs/decisions/0009-cluster-beta.md.
 */
export function estimateDifference(pairs: readonly Pair[], level = 0.95): Pairing['difference'] {
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
  const reach = -normalQuantile(tailOf(level)) * unseen(pairs, differences.counts, sumsOf);
  const both = Math.sqrt(half ** 2 + reach ** 2);
  const middle = value + shift * (half / both) ** 2;
  return {
    value,
    low: Math.max(-1, Math.min(value, middle - both)),
    high: Math.min(1, Math.max(value, middle + both)),
    method: 'paired-cluster-t',
  };
}

type SumsOf = (of: (pair: Pair) => number) => ClusterSums;

/** Student's half-width, and how far a skewed mean's interval lies off the mean (as percentiles of resampling do). */
function student({ sums, counts }: ClusterSums, level: number): { half: number; shift: number } {
  const size = sums.length;
  const n = total(counts);
  const value = total(sums) / n;
  const off = sums.map((sum, i) => sum - value * (counts[i] ?? 0));
  const squares = total(off, (each) => each ** 2);
  const cubes = total(off, (each) => each ** 2 * each);
  const fourths = total(off, (each) => (each ** 2) ** 2);
  // Satterthwaite's degrees of freedom averaged with Student's own, as for one score.
  const noise = (size / (size - 1)) * Math.max(0, fourths / squares ** 2 - 1 / size);
  const freedom = 1 / (noise / 4 + 1 / (2 * (size - 1)));
  const half = (studentQuantile(tailOf(level), freedom) * Math.sqrt((size / (size - 1)) * squares)) / n;
  return { half, shift: cubes / (2 * squares * n) };
}

/**
 * By how much the mean may be off because no cluster was met that differs as a whole. That is to be feared where units of
 * a cluster differ alike more often than by chance, or too few differ to tell, and no longer once such clusters were seen.
 */
function unseen(pairs: readonly Pair[], sizes: Float64Array, sumsOf: SumsOf): number {
  const n = pairs.length;
  const size = total(sizes, (count) => count ** 2) / n;
  const gaps = numbersOf(pairs, ({ a, b }) => Math.abs(a - b)).sort();
  // From small to large, so that the order of the units never shows in the last digit.
  const squares = total(gaps, (gap) => gap ** 2);
  // Graded differences count in units of a typical one, which is 1 where units are right or wrong.
  const typical = squares / total(gaps);
  const sides = [1, -1].map((sign) => sumsOf(({ a, b }) => Math.max(0, sign * (a - b)) / typical).sums);
  const sumOver = (of: (side: Float64Array) => number) => sides.reduce((all, side) => all + of(side), 0);
  const differing = sumOver(total);
  const clumps = sumOver((side) => total(side, (each) => each ** 2));
  const alike = Math.max(0, clumps - squares / typical ** 2);
  const byChance = (sumOver((side) => total(side) ** 2) * (size - 1)) / n;
  const fear = (alike + 1) / (alike + 1.5 * byChance + 1);
  const seen = 1 + (1.5 * clumps) / size ** 2;
  return (typical * (differing + UNSEEN * size) * (fear / seen) ** 2) / n;
}
