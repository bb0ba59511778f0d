import type { Pairing } from '../contracts/index.ts';
import { bootstrapMean } from './bootstrap.ts';
import { allMeansEqual, clusterSums, sum } from './clusters.ts';
import { widened } from './few-clusters.ts';
import { wilson } from './interval.ts';

/** Two scores of the same unit. */
export interface Pair {
  cluster: string;
  a: number;
  b: number;
}

/**
 * Mean of A − B over pairs, with an interval from resampling whole clusters; null when there are no pairs.
 * Where all clusters differ alike (identical runs), resampling would claim certainty: the half-width is then what
 * Wilson's interval still allows for a kind of cluster that was seen 0 times.
 */
export function estimateDifference(pairs: readonly Pair[], level = 0.95): Pairing['difference'] {
  if (pairs.length === 0) return null;
  const clusters = clusterSums(pairs.map(({ cluster, a, b }) => ({ cluster, value: a - b })));
  const value = sum([...clusters.sums]) / pairs.length;
  if (!allMeansEqual(clusters)) {
    const interval = widened(value, bootstrapMean(clusters, { level }), {
      clusters: clusters.sums.length,
      level,
      limits: { low: -1, high: 1 },
    });
    return { value, ...interval, method: 'paired-cluster-bootstrap' };
  }
  const half = wilson(0, clusters.sums.length, level).high;
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half), method: 'wilson-clusters' };
}
