/** What belongs together: values of the same cluster are not independent. */
export interface Clustered {
  cluster: string;
}

/** What is left of the values once each cluster is summed up, in the order of the clusters' names. */
export interface ClusterSums {
  sums: Float64Array;
  counts: Float64Array;
}

/** @param values one of each unit. Numbers in arrays of numbers: there may be a million, and objects would stay as garbage. */
export function clusterSums(units: readonly Clustered[], values: Float64Array): ClusterSums {
  const numbers = new Map<string, number>();
  const clusterOf = new Uint32Array(units.length);
  for (let i = 0; i < units.length; i++) {
    const cluster = units[i]?.cluster ?? '';
    const known = numbers.get(cluster);
    if (known === undefined) numbers.set(cluster, numbers.size);
    clusterOf[i] = known ?? numbers.size - 1;
  }
  const sums = new Float64Array(numbers.size);
  const counts = new Float64Array(numbers.size);
  const add = (value: number, i: number) => {
    const cluster = clusterOf[i] ?? 0;
    sums[cluster] = (sums[cluster] ?? 0) + value;
    counts[cluster] = (counts[cluster] ?? 0) + 1;
  };
  // Whole numbers add up exactly in any order; others from small to large, so that the order of the units never shows.
  if (values.every(Number.isInteger)) values.forEach(add);
  else for (const i of ascending(values)) add(values[i] ?? 0, i);
  const ordered = Uint32Array.from([...numbers.keys()].sort(), (cluster) => numbers.get(cluster) ?? 0);
  return {
    sums: Float64Array.from(ordered, (cluster) => sums[cluster] ?? 0),
    counts: Float64Array.from(ordered, (cluster) => counts[cluster] ?? 0),
  };
}

/** Positions of the values from small to large. */
function ascending(values: Float64Array): Uint32Array {
  return Uint32Array.from(values, (_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}

/** Whether every cluster has the same mean (up to rounding): resampling them would claim certainty. */
export function allMeansEqual({ sums, counts }: ClusterSums): boolean {
  const means = sums.map((sum, i) => sum / (counts[i] ?? 1));
  return means.every((mean) => Math.abs(mean - (means[0] ?? mean)) < 1e-12);
}

/** In the clusters' own order. */
export function total(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Sums from small to large, so that the order of the units never shows in the last digit. */
export function sum(values: readonly number[]): number {
  return Float64Array.from(values)
    .sort()
    .reduce((total, value) => total + value, 0);
}
