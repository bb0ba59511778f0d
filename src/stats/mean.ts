import type { Metric } from '../contracts/index.ts';
import { clusterInterval } from './cluster-beta.ts';
import { type Clustered, clusterSums, numbersOf, total } from './clusters.ts';
import { clopperPearson, containing, wilson } from './interval.ts';
import { numpyMean } from './numpy-mean.ts';

/**
 * Mean of scores in 0 … 1 with the interval that fits them: Wilson's for independent right-or-wrong units; for anything
 * else one that allows for what units of one cluster have in common. Units whose value is null are left out.
 */
export function estimateMean<T extends Clustered>(
  all: readonly T[],
  scoreIn: (unit: T) => number | null,
  level = 0.95,
): Pick<Metric, 'value' | 'n' | 'low' | 'high' | 'method' | 'exact'> {
  const counts = (unit: T) => scoreIn(unit) !== null;
  const units = all.every(counts) ? all : all.filter(counts);
  const n = units.length;
  if (n === 0) return { value: null, n, low: null, high: null, method: 'none' };
  const values = numbersOf(units, (unit) => scoreIn(unit) ?? 0);
  const clusters = clusterSums(units, values);
  const value = numpyMean(values);
  if (clusters.sums.length < n || values.some((each) => each !== 0 && each !== 1)) {
    const { method, ...interval } = clusterInterval(clusters, { level });
    return { value, n, ...containing(value, interval), method };
  }
  const right = total(values);
  const interval = containing(value, wilson(right, n, level));
  return { value, n, ...interval, method: 'wilson', exact: clopperPearson(right, n, level) };
}
