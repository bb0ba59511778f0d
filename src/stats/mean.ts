import type { Metric } from '../contracts/index.ts';
import { type Clustered, clusterSums, numbersOf, total } from './clusters.ts';
import { clopperPearson, clusterInterval, containing, wilson } from './interval.ts';

/**
 * Mean of scores in 0 … 1 with the interval that fits them: Wilson's for independent right-or-wrong units; for anything
 * else one that allows for what units of one cluster have in common. Units whose value is null are left out.
 */
export function estimateMean<T extends Clustered>(
  all: readonly T[],
  scoreIn: (unit: T) => number | null,
  level = 0.95,
): Pick<Metric, 'value' | 'n' | 'low' | 'high' | 'method' | 'exact'> {
  const counts = (unit: T) => scoreIn(unit) !== null;
  const units = all.every(counts) ? all : all.filter(counts);
  const n = units.length;
  if (n === 0) return { value: null, n, low: null, high: null, method: 'none' };
  const values = numbersOf(units, (unit) => scoreIn(unit) ?? 0);
  const clusters = clusterSums(units, values);
  const value = numpyMean(values);
  if (clusters.sums.length < n || values.some((each) => each !== 0 && each !== 1)) {
    const { method, ...interval } = clusterInterval(clusters, { level });
    return { value, n, ...containing(value, interval), method };
  }
  const right = total(values);
  const interval = containing(value, wilson(right, n, level));
  return { value, n, ...interval, method: 'wilson', exact: clopperPearson(right, n, level) };
}

/**
 * `np.mean(values)` of floats: the mean of every summary, so that whoever recomputes one gets the same last bit. NumPy adds
 * eight lanes in blocks of up to 128 and the blocks in pairs, which differs from adding in a row.
 * @example numpyMean([0.1, 0.2, 0.3]) // 0.20000000000000004
 */
export function numpyMean(values: readonly number[] | Float64Array): number {
  return pairwiseSum(values instanceof Float64Array ? values : Float64Array.from(values)) / values.length;
}

function pairwiseSum(values: Float64Array): number {
  const count = values.length;
  if (count > 128) {
    const half = (count >> 1) - ((count >> 1) % 8);
    return pairwiseSum(values.subarray(0, half)) + pairwiseSum(values.subarray(half));
  }
  const lanes = new Float64Array(8);
  const inLanes = count < 8 ? 0 : count - (count % 8);
  for (let i = 0; i < inLanes; i++) lanes[i % 8] = (lanes[i % 8] ?? 0) + (values[i] ?? 0);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = lanes;
  let total = a + b + (c + d) + (e + f + (g + h));
  for (let i = inLanes; i < count; i++) total += values[i] ?? 0;
  return total;
}
