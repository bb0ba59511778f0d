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
  const byCluster = Map.groupBy(values, ({ cluster }) => cluster);
  const clusters = [...byCluster].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, members]) => members);
  return {
    sums: Float64Array.from(clusters, (members) =>
      members.length === 1 ? (members[0]?.value ?? 0) : sum(members.map(({ value }) => value)),
    ),
    counts: Float64Array.from(clusters, (members) => members.length),
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
