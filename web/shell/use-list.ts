import { useEffect, useMemo, useState } from 'react';
import { type ListAsk, type ListPage, listRows, type UnitRow } from '../source/index.ts';
import { type Loaded, useStore, useVersion } from './use-load.ts';

/** Gives parts of one run's list of samples. */
export type Lister = (ask: ListAsk, signal: AbortSignal) => Promise<ListPage>;

/** The list of a run under its own protocol; that of `rows` where they were scored in this page. */
export function useLister(run: string, rows?: readonly UnitRow[]): Lister {
  const store = useStore();
  return useMemo(
    () =>
      rows
        ? (ask) => listRows(rows, ask, (other) => store.units(other))
        : (ask, signal) => store.source.list(run, ask, signal),
    [store, run, rows],
  );
}

/** The same part of a list again and again until the run has been read. */
export async function followList(
  list: Lister,
  askNow: () => Omit<ListAsk, 'known'>,
  signal: AbortSignal,
  take: (page: ListPage) => void,
): Promise<void> {
  for (let [known, more] = [0, true]; more; ) {
    const page = await list({ ...askNow(), known }, signal);
    if (signal.aborted) return;
    take(page);
    [known, more] = [page.version, !page.complete];
  }
}

/** A part of a list; until it has loaded, the last loaded part of the same list. Undefined without a list. */
export function useListPart(list: Lister | undefined, ask: Omit<ListAsk, 'known'>): Loaded<ListPage> {
  const [loaded, setLoaded] = useState<Loaded<ListPage> & { of: unknown[] }>();
  const version = useVersion();
  const [asked, filter] = [JSON.stringify(ask), JSON.stringify(ask.filter)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is asked for anew
  useEffect(() => {
    if (!list) return;
    const stop = new AbortController();
    const part: Omit<ListAsk, 'known'> = JSON.parse(asked);
    const of = [list, JSON.stringify(part.filter)];
    followList(
      list,
      () => part,
      stop.signal,
      (value) => setLoaded({ value, error: undefined, of }),
    ).catch((error: unknown) => stop.signal.aborted || setLoaded({ value: undefined, error, of }));
    return () => stop.abort();
  }, [list, asked, version]);
  const same = loaded?.of[0] === list && loaded?.of[1] === filter;
  return same && loaded ? loaded : { value: undefined, error: undefined };
}
