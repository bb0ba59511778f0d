import { at } from '../util/index.ts';
import { type Clustered, clusterSums, type Listed, numbersOf, total } from './clusters.ts';
import { normalQuantile } from './distributions.ts';
import { numpyMean } from './mean.ts';

/** How much the difference of two runs varies, as far as an earlier run tells. */
export interface Spread {
  /** Variance of one unit's difference: for right and wrong answers, the share of units on which the two differ. */
  variance: number;
  /** How many times more the mean varies because units of a cluster rise and fall together. */
  design: number;
  /** Units per cluster. */
  clusterSize: number;
}

/** Two runs at 50 % whose mistakes have nothing to do with each other, every unit by itself: nothing varies more but clusters. */
export const WIDEST: Spread = { variance: 0.5, design: 1, clusterSize: 1 };

export interface Certainty {
  /** How often a difference of that size is found; 0.8 */
  power?: number;
  /** Confidence of the interval that must leave out zero; 0.95 */
  level?: number;
}

/** Standard errors between zero and a difference that is found so often. */
function errorsApart({ power = 0.8, level = 0.95 }: Certainty): number {
  return normalQuantile(1 - (1 - level) / 2) + normalQuantile(power);
}

/**
 * Units that must be asked for a difference to be found.
 * @example unitsToDetect(0.03, WIDEST) // 4361
 */
export function unitsToDetect(difference: number, { variance, design }: Spread, certainty: Certainty = {}): number {
  return Math.ceil((errorsApart(certainty) ** 2 * variance * design) / difference ** 2);
}

/** The smallest difference that so many units find so often. */
export function smallestDifference(units: number, { variance, design }: Spread, certainty: Certainty = {}): number {
  return errorsApart(certainty) * Math.sqrt((variance * design) / units);
}

/** The same from an interval of a difference: its half-width knows the spread and the clusters. */
export function smallestFromInterval({ low, high }: { low: number; high: number }, certainty: Certainty = {}): number {
  return (errorsApart(certainty) * (high - low)) / (2 * errorsApart({ ...certainty, power: 0.5 }));
}

/** What values of units (scores, or differences of two runs) tell of the spread of their mean; undefined below two clusters. */
export function spreadOf<T extends Clustered>(units: Listed<T>, of: (unit: T) => number): Spread | undefined {
  const values = numbersOf(units, of);
  const { sums, counts } = clusterSums(units, values);
  const [n, clusters] = [values.length, sums.length];
  if (clusters < 2) return undefined;
  const mean = numpyMean(values);
  const variance = total(values, (value) => (value - mean) ** 2) / (n - 1);
  const between = total(sums, (sum, i) => (sum - mean * at(counts, i)) ** 2);
  const ofMean = ((clusters / (clusters - 1)) * between) / n ** 2;
  return { variance, design: variance === 0 ? 1 : Math.max(1, ofMean / (variance / n)), clusterSize: n / clusters };
}
