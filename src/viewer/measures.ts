import { at } from '../util/index.ts';
import type { Histogram, UnitRow } from './wire.ts';

/** What a unit is measured by, and a list can be filtered by. */
const measures: readonly {
  name: string;
  unit: string;
  least?: number;
  /** Values that are chosen by their names: right and wrong. */
  named?: readonly number[];
  of(row: UnitRow): unknown;
}[] = [
  {
    name: 'score',
    unit: '%',
    named: [0, 100],
    of: ({ result }) => (result.score === null ? null : 100 * result.score),
  },
  { name: 'distance', unit: 'px', of: ({ result }) => result.facts?.distance },
  { name: 'steps', unit: '', of: ({ result }) => result.facts?.steps },
  // What takes no time at all differs by chance.
  { name: 'time', unit: 's', least: 0.1, of: ({ took }) => (took?.ms === undefined ? undefined : took.ms / 1000) },
  { name: 'tokens', unit: '', of: ({ took }) => took?.tokens },
];

/** Bars of a histogram. */
const BINS = 20;

/** With the middle value so much nearer to the least than to the greatest, bins grow from left to right. */
const SKEWED = 8;

function valuesOf(rows: readonly UnitRow[], of: (row: UnitRow) => unknown): number[] {
  return rows.flatMap((row) => {
    const value = of(row);
    return typeof value === 'number' && Number.isFinite(value) ? [value] : [];
  });
}

/** Every measure that tells the rows apart. */
export function histogramsOf(rows: readonly UnitRow[]): Histogram[] {
  return measures.flatMap(({ name, unit, least = 0, named = [], of }) => {
    const values = valuesOf(rows, of);
    if (values.every((value) => named.includes(value))) return [];
    const edges = edgesOf(values);
    return edges.length > 2 && at(edges, edges.length - 1) >= least
      ? [{ name, unit, edges, counts: countsIn(values, edges) }]
      : [];
  });
}

/** How many of some rows lie in the bins of each histogram. */
export function countsOf(rows: readonly UnitRow[], histograms: readonly Histogram[]): number[][] {
  return histograms.map(({ name, edges }) => {
    const of = measures.find((each) => each.name === name)?.of;
    return countsIn(of ? valuesOf(rows, of) : [], edges);
  });
}

/** Where bins begin, and where the last one ends: equally wide, or equally many times as wide where values are skewed. */
function edgesOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return [];
  const [low, high] = [at(sorted, 0), at(sorted, sorted.length - 1)];
  if (low === high) return [];
  const middle = at(sorted, sorted.length >> 1);
  const skewed = low >= 0 && high - low > SKEWED * (middle - low);
  const start = skewed ? Math.max(middle - low, (high - low) / 1e4) / 4 : 0;
  const edge = (n: number) =>
    skewed ? low + start * (((high - low) / start + 1) ** (n / BINS) - 1) : low + ((high - low) * n) / BINS;
  const inner = Array.from({ length: BINS - 1 }, (_, n) => Number(edge(n + 1).toPrecision(3)));
  return [low, ...new Set(inner.filter((value) => value > low && value < high)), high];
}

function countsIn(values: readonly number[], edges: readonly number[]): number[] {
  const counts = edges.slice(1).map(() => 0);
  for (const value of values) {
    const after = edges.findIndex((edge) => edge > value);
    const bin = after < 0 ? counts.length - 1 : Math.max(0, after - 1);
    counts[bin] = at(counts, bin) + 1;
  }
  return counts;
}

export const measurePrefix = 'm.';

/** The rows within a range: `10..50` from 10 to below 50, and `10..` or `..50` without another end. */
export function measureFilter(name: string, range: string): (row: UnitRow) => boolean {
  const measure = measures.find((each) => each.name === name);
  const [from = '', to = ''] = range.split('..');
  const [low, high] = [from === '' ? Number.NEGATIVE_INFINITY : Number(from), to === '' ? Infinity : Number(to)];
  return (row) => {
    const value = measure?.of(row);
    return typeof value === 'number' && value >= low && (value < high || high === Infinity);
  };
}
