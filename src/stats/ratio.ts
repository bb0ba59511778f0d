import type { Metric } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { type BootstrapOptions, quantile, resample } from './bootstrap.ts';
import { clusterInterval } from './cluster-beta.ts';
import { allMeansEqual, type ClusterSums, clusterSums, sum } from './clusters.ts';
import { widened } from './few-clusters.ts';
import { containing, type Interval, tailOf } from './interval.ts';

/** What one unit adds to both sides of a ratio. */
export interface Share {
  cluster: string;
  /** Added above the line: usually at most `whole`, but nothing relies on it. */
  part: number;
  whole: number;
}

/**
 * Sum of the parts over sum of the wholes, cluster by cluster; null where the wholes add up to 0. Where no cluster has more
 * parts than wholes it is a share like any other; else clusters are resampled, both sides together.
 * Clusters that add nothing to either side tell nothing about the ratio, so they do not count as data.
 * @example estimateRatio([{ cluster: 'a', part: 1, whole: 1 }, { cluster: 'b', part: 0, whole: 1 }]).value // 0.5
 */
export function estimateRatio(
  shares: readonly Share[],
  opts: BootstrapOptions = {},
): Pick<Metric, 'value' | 'n' | 'low' | 'high' | 'method'> {
  const n = shares.length;
  const clusters: ClusterSums = {
    sums: clusterSums(
      shares,
      Float64Array.from(shares, ({ part }) => part),
    ).sums,
    counts: clusterSums(
      shares,
      Float64Array.from(shares, ({ whole }) => whole),
    ).sums,
  };
  const whole = sum([...clusters.counts]);
  if (whole === 0) return { value: null, n, low: null, high: null, method: 'none' };
  const value = sum([...clusters.sums]) / whole;
  const level = opts.level ?? 0.95;
  const telling = withData(clusters);
  if (allMeansEqual(telling) || telling.sums.every((part, i) => part <= at(telling.counts, i))) {
    const { method, ...interval } = clusterInterval(telling, { level });
    return { value, n, ...containing(value, interval), method };
  }
  const { limits, ...interval } = bootstrapRatio(clusters, { ...opts, level });
  const size = telling.sums.length;
  return { value, n, ...widened(value, interval, { clusters: size, level, limits }), method: 'cluster-bootstrap' };
}

/** A draw without any whole says nothing: it counts as the least and as the most that there can be. */
function bootstrapRatio(clusters: ClusterSums, opts: BootstrapOptions & { level: number }) {
  const ratios = resample(clusters, opts);
  const limits: Interval = { low: 0, high: Math.max(1, ...ratios.filter(Number.isFinite)) };
  const filled = (instead: number) => ratios.map((ratio) => (Number.isFinite(ratio) ? ratio : instead)).sort();
  const tail = tailOf(opts.level);
  return { low: quantile(filled(limits.low), tail), high: quantile(filled(limits.high), 1 - tail), limits };
}

function withData({ sums, counts }: ClusterSums): ClusterSums {
  const tells = (_: number, i: number) => sums[i] !== 0 || counts[i] !== 0;
  return { sums: sums.filter(tells), counts: counts.filter(tells) };
}
