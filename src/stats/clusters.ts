/** A value of one unit; values that share a cluster are not independent. */
export interface Clustered {
  cluster: string;
  value: number;
}

/** What is left of the values once each cluster is summed up, in the order of the clusters' names. */
export interface ClusterSums {
  sums: Float64Array;
  counts: Float64Array;
}

export function clusterSums(values: readonly Clustered[]): ClusterSums {
  const clusters = new Map<string, { sum: number; count: number; members: number[] }>();
  // Whole numbers add up exactly in any order; only others need to be kept until they can be sorted.
  const exact = values.every(({ value }) => Number.isInteger(value));
  for (const { cluster, value } of values) {
    const known = clusters.get(cluster);
    const entry = known ?? { sum: 0, count: 0, members: [] };
    if (!known) clusters.set(cluster, entry);
    entry.count += 1;
    if (exact) entry.sum += value;
    else entry.members.push(value);
  }
  const ordered = [...clusters].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, entry]) => entry);
  return {
    sums: Float64Array.from(ordered, (entry) => (exact ? entry.sum : sum(entry.members))),
    counts: Float64Array.from(ordered, ({ count }) => count),
  };
}

/** Whether every cluster has the same mean (up to rounding): resampling them would claim certainty. */
export function allMeansEqual({ sums, counts }: ClusterSums): boolean {
  const means = sums.map((sum, i) => sum / (counts[i] ?? 1));
  return means.every((mean) => Math.abs(mean - (means[0] ?? mean)) < 1e-12);
}

/** Sums from small to large, so that the order of the units never shows in the last digit. */
export function sum(values: readonly number[]): number {
  return Float64Array.from(values)
    .sort()
    .reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
