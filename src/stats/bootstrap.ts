import type { ClusterSums } from './clusters.ts';
import { random } from './random.ts';

export interface BootstrapOptions {
  level?: number;
  /** 10,000 unless there are more than 1,000 clusters; then fewer, but never under 2,000. */
  resamples?: number;
  seed?: number;
}

/** The sum over the count of every draw of clusters, in the order of drawing; not a number where the count is 0. */
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
