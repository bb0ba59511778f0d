import type { Summary } from '../../../src/contracts/index.ts';
import { benchmarks } from '../../../src/engine/pure.ts';
import { benchmarkLabel } from '../../../src/report/index.ts';
import { naturalOrder } from '../../../src/stats/index.ts';
import type { RunHead } from '../../source/index.ts';

type Key = string | number | null;

/** What a run is sorted by, per column. */
const keys: Readonly<Record<string, (head: RunHead) => Key>> = {
  run: ({ name }) => name,
  model: ({ run }) => run.spec.model.id,
  score: ({ summary }) => summary?.metrics[0]?.value ?? null,
  units: ({ summary, run }) => (summary ? summary.units - summary.missing : run.units),
  cost: ({ summary }) => summary?.cost ?? null,
  time: ({ summary }) => summary?.seconds ?? null,
  changed: ({ changed }) => changed,
};

/** The best first: a leaderboard of every benchmark. */
export const defaultSort = '-score';

/** Runs by one column, downwards with a minus in front; what has no value comes last either way. */
export function sortRuns(heads: readonly RunHead[], sort: string): RunHead[] {
  const down = sort.startsWith('-');
  const keyOf = keys[down ? sort.slice(1) : sort] ?? keys.changed;
  if (!keyOf) return [...heads];
  return heads.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : naturalOrder(String(x), String(y));
    return (down ? -order : order) || naturalOrder(a.name, b.name);
  });
}

/** Runs in whose words all of these occur. */
export function searchRuns(heads: readonly RunHead[], query: { q?: string; benchmark?: string }): RunHead[] {
  const wanted = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return heads.filter(({ name, folder, run: { spec } }) => {
    if (query.benchmark && spec.benchmark !== query.benchmark) return false;
    const text = [name, folder, spec.benchmark, spec.model.id, spec.protocol.id, spec.protocolHash]
      .join(' ')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Runs of each benchmark, that of the latest run first; among themselves as they came. */
export function byBenchmark(heads: readonly RunHead[]): [benchmark: string, heads: RunHead[]][] {
  const latest = (group: readonly RunHead[]) =>
    group
      .map(({ changed }) => changed)
      .sort()
      .at(-1) ?? '';
  const groups = [...Map.groupBy(heads, ({ run }) => run.spec.benchmark)];
  return groups.sort(([a, ours], [b, theirs]) => naturalOrder(latest(theirs), latest(ours)) || naturalOrder(a, b));
}

/** Pointing, views, motion, acting: benchmarks as they are listed everywhere; those that nobody knows come last. */
export function byAbility(a: Summary, b: Summary): number {
  const placeOf = ({ benchmark }: Summary) => {
    const place = benchmarks.findIndex(({ id }) => id === benchmark);
    return place < 0 ? benchmarks.length : place;
  };
  return placeOf(a) - placeOf(b) || naturalOrder(benchmarkLabel(a), benchmarkLabel(b));
}
