import { quantile, resample } from '../../src/stats/bootstrap.ts';
import { allMeansEqual, type ClusterSums, total } from '../../src/stats/clusters.ts';
import { widened } from '../../src/stats/few-clusters.ts';
import { type Interval, wilson } from '../../src/stats/interval.ts';

/** Enough for mean widths; one of them takes most of the time here. */
const RESAMPLES = 1000;
const level = 0.95;

/** What was printed before: whole clusters resampled, and the percentile interval widened for few of them. */
export function formerInterval(clusters: ClusterSums, limits: Interval): Interval {
  const size = clusters.sums.length;
  const value = total(clusters.sums) / total(clusters.counts);
  if (allMeansEqual(clusters)) {
    if (limits.low === 0) return wilson(value * size, size, level);
    const half = wilson(0, size, level).high;
    return { low: Math.max(limits.low, value - half), high: Math.min(limits.high, value + half) };
  }
  const means = resample(clusters, { resamples: RESAMPLES }).sort();
  const interval = { low: quantile(means, 0.025), high: quantile(means, 0.975) };
  return widened(value, interval, { clusters: size, level, limits });
}
