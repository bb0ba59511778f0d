import type { Metric } from '../contracts/index.ts';
import { at, demand } from '../util/index.ts';
import { normalQuantile } from './distributions.ts';
import { containing, type Interval, studentQuantile, tailOf, wilson } from './interval.ts';
import { random } from './random.ts';
import { quantile } from './ratio.ts';

/** What one unit adds to the ratio of its stratum. */
export interface StratumShare {
  cluster: string;
  /** The stratum as a path: means are taken over the last step first, so `['direction', 'hard']` is a third of `direction`. */
  stratum: readonly string[];
  part: number;
  whole: number;
}

interface StratifiedOptions {
  /** What the number can be at least and at most. */
  limits: Interval;
  level?: number;
  resamples?: number;
  seed?: number;
}

/**
 * Mean over strata of the sum of the parts over the sum of the wholes. The interval comes from resampling clusters: within each
 * stratum where clusters keep to one, and over all strata together that share clusters, so that what they have in common is kept.
 * Few clusters claim too much, so it is widened as Student's t is. How often it covers the truth: bench/macro-intervals.ts.
 * @example estimateStratified([{ cluster: 'a', stratum: ['x'], part: 1, whole: 1 }], { limits: { low: 0, high: 1 } }).value // 1
 */
export function estimateStratified(
  shares: readonly StratumShare[],
  { limits, level = 0.95, resamples = 2000, seed = 0 }: StratifiedOptions,
): Pick<Metric, 'value' | 'n' | 'low' | 'high' | 'method'> {
  const n = shares.length;
  const { names, weights } = strataOf(shares);
  const totals = names.map((name) => sumsOf(shares.filter(({ stratum }) => keyOf(stratum) === name)));
  if (n === 0 || totals.some(({ whole }) => whole === 0))
    return { value: null, n, low: null, high: null, method: 'none' };
  const value = names.reduce((sum, _, s) => sum + at(weights, s) * (at(totals, s).part / at(totals, s).whole), 0);
  const pools = poolsOf(shares, names);
  const clusters = pools.reduce((sum, pool) => sum + pool.size, 0);
  const draws = resample(pools, { weights, totals, resamples, seed }).sort();
  const span = limits.high - limits.low;
  if (at(draws, 0) === at(draws, resamples - 1)) {
    // Nothing varies, which says little: each cluster counts as one unit.
    const { low, high } = wilson(((value - limits.low) / span) * clusters, clusters, level);
    const interval = { low: limits.low + low * span, high: limits.low + high * span };
    return { value, n, ...containing(value, interval), method: 'wilson-clusters' };
  }
  const tail = tailOf(level);
  const freedom = Math.max(1, clusters - pools.length);
  const factor = (studentQuantile(tail, freedom) / -normalQuantile(tail)) * Math.sqrt(clusters / freedom);
  const interval = {
    low: Math.max(limits.low, value + (quantile(draws, tail) - value) * factor),
    high: Math.min(limits.high, value + (quantile(draws, 1 - tail) - value) * factor),
  };
  return { value, n, ...containing(value, interval), method: 'stratified-bootstrap' };
}

/** The strata and how much each weighs: every step of a path divides its share equally. */
function strataOf(shares: readonly StratumShare[]): { names: string[]; weights: number[] } {
  const paths = new Map(shares.map(({ stratum }) => [keyOf(stratum), stratum]));
  const below = new Map<string, Set<string>>();
  for (const path of paths.values())
    for (const [step, name] of path.entries()) {
      const parent = keyOf(path.slice(0, step));
      below.set(parent, (below.get(parent) ?? new Set()).add(name));
    }
  const inOrder = [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
  const weightOf = (path: readonly string[]) =>
    path.reduce((weight, _, step) => weight / demand(below, keyOf(path.slice(0, step))).size, 1);
  return { names: inOrder.map(([name]) => name), weights: inOrder.map(([, path]) => weightOf(path)) };
}

/** A text that no other path gives. */
function keyOf(path: readonly string[]): string {
  return path.map((step) => `${step}\u0000`).join('');
}

interface StratumSums {
  part: number;
  whole: number;
}

/** From small to large, so that the order of the units never shows in the last digit. */
function sumsOf(shares: readonly StratumSums[]): StratumSums {
  const total = (values: Float64Array) => values.sort().reduce((sum, value) => sum + value, 0);
  return {
    part: total(Float64Array.from(shares, ({ part }) => part)),
    whole: total(Float64Array.from(shares, ({ whole }) => whole)),
  };
}

/** Clusters that are drawn from together; what each adds to which stratum, one after the other. */
interface ClusterPool {
  size: number;
  starts: Uint32Array;
  strata: Uint32Array;
  parts: Float64Array;
  wholes: Float64Array;
}

/** Strata that share a cluster are in one pool. */
function poolsOf(shares: readonly StratumShare[], names: readonly string[]): ClusterPool[] {
  const clusters = new Map<string, Map<number, StratumSums>>();
  const numbers = new Map(names.map((name, s) => [name, s]));
  // From small to large, so that the order of the units never shows in the last digit.
  for (const { cluster, stratum, part, whole } of shares.toSorted((a, b) => a.part - b.part)) {
    const s = demand(numbers, keyOf(stratum));
    const entries = clusters.get(cluster) ?? new Map<number, StratumSums>();
    const known = entries.get(s) ?? { part: 0, whole: 0 };
    clusters.set(cluster, entries.set(s, { part: known.part + part, whole: known.whole + whole }));
  }
  const leader = names.map((_, s) => s);
  const find = (s: number): number => (leader[s] === s ? s : find(at(leader, s)));
  for (const entries of clusters.values()) {
    const strata = [...entries.keys()];
    for (const s of strata) leader[find(s)] = find(at(strata, 0));
  }
  const inOrder = [...clusters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entries]) => [...entries].sort(([a], [b]) => a - b));
  const byPool = Map.groupBy(inOrder, (entries) => find(at(entries, 0)[0]));
  return [...byPool.values()].map(packed);
}

function packed(members: readonly (readonly [number, StratumSums][])[]): ClusterPool {
  const flat = members.flat();
  const starts = new Uint32Array(members.length + 1);
  for (const [i, entries] of members.entries()) starts[i + 1] = at(starts, i) + entries.length;
  return {
    size: members.length,
    starts,
    strata: Uint32Array.from(flat, ([s]) => s),
    parts: Float64Array.from(flat, ([, { part }]) => part),
    wholes: Float64Array.from(flat, ([, { whole }]) => whole),
  };
}

/** The number of every draw. A stratum that a draw leaves empty keeps its own value: the draw says nothing about it. */
function resample(
  pools: readonly ClusterPool[],
  opts: { weights: readonly number[]; totals: readonly StratumSums[]; resamples: number; seed: number },
): Float64Array {
  const { weights, totals, resamples, seed } = opts;
  const { fill } = random('stratified-bootstrap', seed);
  const values = new Float64Array(resamples);
  const [part, whole] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const drawn = pools.map(({ size }) => new Uint32Array(size));
  for (let i = 0; i < resamples; i++) {
    part.fill(0);
    whole.fill(0);
    for (const [p, { size, starts, strata, parts, wholes }] of pools.entries()) {
      const chosen = at(drawn, p);
      fill(size, chosen);
      // The hot loop: no for-of and no function of its own, as in ratio.ts.
      for (let j = 0; j < size; j++) {
        const cluster = chosen[j] ?? 0;
        for (let e = starts[cluster] ?? 0; e < (starts[cluster + 1] ?? 0); e++) {
          const s = strata[e] ?? 0;
          part[s] = (part[s] ?? 0) + (parts[e] ?? 0);
          whole[s] = (whole[s] ?? 0) + (wholes[e] ?? 0);
        }
      }
    }
    values[i] = weights.reduce((sum, weight, s) => {
      const own = at(totals, s);
      const ratio = at(whole, s) === 0 ? own.part / own.whole : at(part, s) / at(whole, s);
      return sum + weight * ratio;
    }, 0);
  }
  return values;
}
