import { useSyncExternalStore } from 'react';
import type { Benchmark, Protocol, Summary } from '../../src/contracts/index.ts';
import { benchmarks, unitKey } from '../../src/engine/pure.ts';
import type { Query } from '../shell/route.ts';
import { type Loaded, useLoad, useStore, useUnits } from '../shell/use-load.ts';
import type { RunHead, UnitRow } from '../source/index.ts';
import { recipeOf } from './recipe.ts';
import type { Rescored } from './rescore.ts';
import { rescoreApart } from './rescore-apart.ts';

const changes = new EventTarget();
let units = 0;

/** How many units the scoring that is under way has done. */
function tellProgress(done: number): void {
  units = done;
  changes.dispatchEvent(new Event('change'));
}

export function useProgress(): number {
  return useSyncExternalStore(
    (changed) => {
      changes.addEventListener('change', changed);
      return () => changes.removeEventListener('change', changed);
    },
    () => units,
  );
}

/** A run as it is shown: under its own protocol, or under the one that the address asks for. */
export interface ShownScores {
  summary: Summary;
  protocol: Protocol;
  /** Not the run's own recipe: computed in this page. */
  rescored: Rescored | undefined;
}

const kept = new Map<string, Promise<Rescored[]>>();
const MOST_KEPT = 4;

export function benchmarkOf(head: RunHead): Benchmark | undefined {
  return benchmarks.find(({ id }) => id === head.run.spec.benchmark);
}

/** A run under its own protocol. */
export function ownScores({ summary, run }: RunHead): ShownScores | undefined {
  return summary ? { summary, protocol: run.spec.protocol, rescored: undefined } : undefined;
}

export function useScored(head: RunHead, query: Query): Loaded<ShownScores> {
  const { source } = useStore();
  const own = head.run.spec.protocol;
  const benchmark = benchmarkOf(head);
  const protocol = recipeOf(own, benchmark, query);
  const rescored = protocol !== own && benchmark !== undefined && JSON.stringify(protocol) !== JSON.stringify(own);
  const again = useLoad(`${head.id} ${rescored && JSON.stringify(protocol)}@${head.changed}`, async () =>
    rescored ? rescoreKept(source, head, [protocol]) : [],
  );
  const { error } = again;
  if (error !== undefined) return { value: undefined, error };
  if (!rescored) {
    const value = ownScores(head);
    return { value, error: value ? error : new Error(head.problem ?? 'this run cannot be scored') };
  }
  const [scored] = again.value ?? [];
  return { value: scored && { summary: scored.summary, protocol, rescored: scored }, error };
}

/** All samples of a run as it is shown; none are fetched where nobody needs them. */
export function useRows(head: RunHead, shown: ShownScores | undefined, needed = true): Loaded<UnitRow[]> {
  const units = useUnits(needed && shown ? head.id : undefined);
  const { value, error } = units;
  return shown?.rescored && value ? { value: withLooks(shown.rescored, value), error } : units;
}

/** The last few are kept: going to a sample and back should not score everything again. */
export function rescoreKept(source: Parameters<typeof rescoreApart>[0], head: RunHead, protocols: readonly Protocol[]) {
  const key = JSON.stringify([head.id, head.changed, protocols]);
  const known = kept.get(key);
  if (known) return known;
  const scored = rescoreApart(source, head, protocols, tellProgress);
  kept.set(key, scored);
  scored.catch(() => kept.delete(key));
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  return scored;
}

const joined = new WeakMap<Rescored, UnitRow[]>();

/** New results beside the texts and pictures that were read before. */
function withLooks(scored: Rescored, rows: readonly UnitRow[]): UnitRow[] {
  const known = joined.get(scored);
  if (known) return known;
  const before = new Map(rows.map((row) => [unitKey(row.result), row]));
  const made = scored.units.map((result) => ({
    question: '',
    said: '',
    ...before.get(unitKey(result)),
    result,
  }));
  joined.set(scored, made);
  return made;
}
