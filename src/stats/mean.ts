import type { Metric } from '../contracts/index.ts';
import { bootstrapMean } from './bootstrap.ts';
import { allMeansEqual, type Clustered, clusterSums, sum } from './clusters.ts';
import { widened } from './few-clusters.ts';
import { clopperPearson, containing, wilson } from './interval.ts';

/**
 * Mean of scores in 0 … 1 with the interval that fits them.
 * Independent right-or-wrong units get Wilson's interval; anything else resamples clusters. Where resampling would
 * claim certainty (all clusters alike), each cluster counts as one observation in Wilson's interval.
 */
export function estimateMean(
  values: readonly Clustered[],
  level = 0.95,
): Pick<Metric, 'value' | 'n' | 'low' | 'high' | 'method' | 'exact'> {
  const n = values.length;
  if (n === 0) return { value: null, n, low: null, high: null, method: 'none' };
  const clusters = clusterSums(values);
  const size = clusters.sums.length;
  const total = sum([...clusters.sums]);
  const value = total / n;
  const independent = size === n && values.every((unit) => unit.value === 0 || unit.value === 1);
  if (independent || allMeansEqual(clusters)) {
    const interval = containing(value, wilson((total * size) / n, size, level));
    if (!independent) return { value, n, ...interval, method: 'wilson-clusters' };
    return { value, n, ...interval, method: 'wilson', exact: clopperPearson(total, n, level) };
  }
  const interval = widened(value, bootstrapMean(clusters, { level }), {
    clusters: size,
    level,
    limits: { low: 0, high: 1 },
  });
  return { value, n, ...interval, method: 'cluster-bootstrap' };
}
