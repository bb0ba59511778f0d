import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { BrokenRun, RunHead, SharedRuns, UnitRow } from '../source/index.ts';
import type { Store } from './store.ts';

export const StoreContext = createContext<Store | null>(null);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('a page stands outside of the shell');
  return store;
}

export interface Loaded<T> {
  /** What is shown; while something newer is being fetched, still the old. */
  value: T | undefined;
  error: unknown;
}

/**
 * The result of a promise that is made again whenever `key` changes; an earlier one that comes late is dropped.
 * `seen` stands in until the first one is there.
 */
export function useLoad<T>(key: string, load: () => Promise<T>, seen?: T): Loaded<T> {
  const store = useStore();
  const [loaded, setLoaded] = useState<Loaded<T> & { of: string }>({ value: undefined, error: undefined, of: '' });
  const returns = useSyncExternalStore(store.subscribeConnection, () => store.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded; a server that is back is asked again
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setLoaded({ value, error: undefined, of: key }),
      (error: unknown) => current && setLoaded({ value: undefined, error, of: key }),
    );
    return () => {
      current = false;
    };
  }, [key, returns]);
  // While loading, show an older version of the same thing, never another thing.
  const same = subjectOf(loaded.of) === subjectOf(key);
  return same ? loaded : { value: seen, error: undefined };
}

/** @example subjectOf('units ab12@7') // 'units ab12' */
function subjectOf(key: string): string {
  return key.slice(0, key.lastIndexOf('@'));
}

/** Counts the changes of what the source holds. */
export function useVersion(): number {
  const store = useStore();
  const [version, setVersion] = useState(0);
  useEffect(() => store.subscribe(() => setVersion((last) => last + 1)), [store]);
  return version;
}

export function useRuns(): Loaded<RunHead[]> {
  const store = useStore();
  return useLoad(`runs@${useVersion()}`, () => store.runs(), store.runsSeen);
}

export function useBroken(): Loaded<BrokenRun[]> {
  const { source } = useStore();
  return useLoad(`broken@${useVersion()}`, async () => (await source.broken?.()) ?? []);
}

/** How often those at work are looked at: who falls silent changes nothing that would be told. */
const LOOK_MS = 2000;
const nobody: SharedRuns = { runs: [], fleet: false };

/** Runs that several work on. */
export function useShared(): Loaded<SharedRuns> {
  const { source } = useStore();
  const [looks, setLooks] = useState(0);
  const loaded = useLoad(`shared@${useVersion()} ${looks}`, async () => (await source.shared?.()) ?? nobody);
  const { runs, fleet } = loaded.value ?? nobody;
  const moves = fleet || runs.some(({ state }) => state === 'going');
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setLooks((last) => last + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, [moves]);
  return loaded;
}

/** All samples of a run; empty without a run. */
export function useUnits(run: string | undefined): Loaded<UnitRow[]> {
  const store = useStore();
  const key = `units ${run}@${useVersion()}`;
  return useLoad(key, async () => (run === undefined ? [] : store.units(run)), store.unitsSeen(run ?? ''));
}

/** The samples of several runs, in their order. */
export function useUnitsOf(runs: readonly string[]): Loaded<UnitRow[][]> {
  const store = useStore();
  return useLoad(`units ${JSON.stringify(runs)}@${useVersion()}`, () =>
    Promise.all(runs.map((run) => store.units(run))),
  );
}
