import { PackedTexts } from '../util/index.ts';

/** What belongs together: values of the same cluster are not independent. */
export interface Clustered {
  cluster: string;
}

/** As much of a list as it takes to go through it, again and again. */
export interface Listed<T> extends Iterable<T> {
  readonly length: number;
}

/** What is left of the values once each cluster is summed up, in the order of the clusters' names. */
export interface ClusterSums {
  sums: Float64Array;
  counts: Float64Array;
}

/** @param values one of each unit. Numbers in arrays of numbers: there may be a million, and objects would stay as garbage. */
export function clusterSums(units: Listed<Clustered>, values: Float64Array): ClusterSums {
  return clustersOf(units).sumsOf(values);
}

/** Which units belong together, for whoever sums up several values of the same units. */
export function clustersOf(units: Listed<Clustered>): { sumsOf(values: Float64Array): ClusterSums } {
  const names = new PackedTexts();
  const rankOf = new Uint32Array(units.length);
  let next = 0;
  for (const { cluster } of units) rankOf[next++] = names.add(cluster);
  const size = names.size;
  const inOrder = new Uint32Array(size);
  for (let number = 0; number < size; number++) inOrder[number] = number;
  inOrder.sort((a, b) => names.compare(a, b));
  const ranks = new Uint32Array(size);
  for (const [rank, number] of inOrder.entries()) ranks[number] = rank;
  for (let i = 0; i < units.length; i++) rankOf[i] = ranks[rankOf[i] ?? 0] ?? 0;
  names.free();

  function sumsOf(values: Float64Array): ClusterSums {
    const sums = new Float64Array(size);
    const counts = new Float64Array(size);
    const add = (value: number, i: number) => {
      const rank = rankOf[i] ?? 0;
      sums[rank] = (sums[rank] ?? 0) + value;
      counts[rank] = (counts[rank] ?? 0) + 1;
    };
    // Whole numbers add up exactly in any order; others from small to large, so that the order of the units never shows.
    if (values.every(Number.isInteger)) values.forEach(add);
    else for (const i of ascending(values)) add(values[i] ?? 0, i);
    return { sums, counts };
  }
  return { sumsOf };
}

/** Positions of the values from small to large. */
function ascending(values: Float64Array): Uint32Array {
  const positions = new Uint32Array(values.length);
  for (let i = 0; i < positions.length; i++) positions[i] = i;
  return positions.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}

/** Whether every cluster has the same mean (up to rounding): resampling them would claim certainty. */
export function allMeansEqual({ sums, counts }: ClusterSums): boolean {
  const meanAt = (i: number) => (sums[i] ?? 0) / (counts[i] ?? 1);
  return sums.every((_, i) => Math.abs(meanAt(i) - meanAt(0)) < 1e-12);
}

let room = new Float64Array();

/** One number of each unit, good until the next call: they all use the same room, because garbage of this kind is collected late. */
export function numbersOf<T>(items: Listed<T>, of: (item: T) => number): Float64Array {
  if (room.length < items.length) room = new Float64Array(items.length);
  let used = 0;
  for (const item of items) room[used++] = of(item);
  return room.subarray(0, used);
}

/** In the clusters' own order. @param of what of each is added, without a list in between */
export function total(values: Float64Array, of: (value: number, i: number) => number = (value) => value): number {
  return values.reduce((all, value, i) => all + of(value, i), 0);
}

/** Sums from small to large, so that the order of the units never shows in the last digit. */
export function sum(values: readonly number[]): number {
  return Float64Array.from(values)
    .sort()
    .reduce((total, value) => total + value, 0);
}
