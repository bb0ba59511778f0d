import type { Metric } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { allMeansEqual, type ClusterSums, clusterSums, sum } from './clusters.ts';
import { clusterInterval, containing, type Interval, tailOf, widened } from './interval.ts';
import { random } from './random.ts';

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

interface BootstrapOptions {
  level?: number;
  /** 10,000 unless there are more than 1,000 clusters; then fewer, but never under 2,000. */
  resamples?: number;
  seed?: number;
}

/**
 * The sum over the count of every draw of clusters, in the order of drawing; not a number where the count is 0.
 * @internal exported for its test
 */
export function resample({ sums, counts }: ClusterSums, opts: BootstrapOptions = {}): Float64Array {
  const size = sums.length;
  // Ten million draws take about a tenth of a second.
  const resamples = opts.resamples ?? Math.min(10_000, Math.max(2000, Math.floor(1e7 / size)));
  const { fill } = random('bootstrap', opts.seed ?? 0);
  const drawn = new Uint32Array(size);
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    fill(size, drawn);
    let sum = 0;
    let count = 0;
    // The hot loop, so no for-of and no function of its own: V8 would take long to see how hot it is.
    for (let j = 0; j < size; j++) {
      const cluster = drawn[j] ?? 0;
      sum += sums[cluster] ?? 0;
      count += counts[cluster] ?? 0;
    }
    means[i] = sum / count;
  }
  return means;
}

/** Linear between neighbours, like NumPy's default. */
export function quantile(sorted: Float64Array, p: number): number {
  const at = p * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at % 1);
}
