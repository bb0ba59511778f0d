import { useEffect, useState } from 'react';
import type { Query } from '../../shell/route.ts';
import { followList, type Lister } from '../../shell/use-list.ts';
import { useVersion } from '../../shell/use-load.ts';
import type { ListPage, UnitRow } from '../../source/index.ts';

/** Rows that are fetched at once: several screens. */
const ROWS = 200;
/** More are fetched before the last of them comes into sight. */
const AHEAD = 50;

/** What is known of a list: how long it is, and the rows that somebody looked at. */
export interface ListedRows {
  /** The filter it is of. */
  filter: Query;
  page: ListPage;
  /** By their place. */
  rows: ReadonlyMap<number, UnitRow>;
}

type Tell = (listed: ListedRows | undefined, error?: unknown) => void;

/** A list of any length of which only what is in sight is fetched. */
class RowWindow {
  readonly #list: Lister;
  readonly #filter: Query;
  readonly #unit: string | undefined;
  readonly #tell: Tell;
  readonly #stop = new AbortController();
  #rows = new Map<number, UnitRow>();
  #page: ListPage | undefined;
  #sight: { first: number; last: number } | undefined;
  #busy = false;

  constructor(list: Lister, filter: Query, unit: string | undefined, tell: Tell) {
    this.#list = list;
    this.#filter = filter;
    this.#unit = unit;
    this.#tell = tell;
  }

  /** Fetches what is in sight, also when it is there: it may have changed. */
  follow(): void {
    followList(
      this.#list,
      () => this.#ask(),
      this.#stop.signal,
      (page) => this.#take(page),
    ).catch((error) => this.#fail(error));
  }

  show(first: number, last: number): void {
    this.#sight = { first, last };
    this.#fill();
  }

  stop(): void {
    this.#stop.abort();
  }

  /** One request at a time: after fast scrolling only the rows at the end matter. */
  #fill(): void {
    if (this.#busy || !this.#lacks()) return;
    this.#busy = true;
    this.#list({ ...this.#ask(), known: 0 }, this.#stop.signal)
      .then(
        (page) => this.#take(page),
        (error) => this.#fail(error),
      )
      .finally(() => {
        this.#busy = false;
        if (!this.#stop.signal.aborted) this.#fill();
      });
  }

  #lacks(): boolean {
    if (!this.#page || !this.#sight) return false;
    const [first, last] = [Math.max(0, this.#sight.first - AHEAD), this.#sight.last + AHEAD];
    for (let at = first; at < Math.min(last, this.#page.found); at += 1) if (!this.#rows.has(at)) return true;
    return false;
  }

  #ask() {
    const { first = 0, last = 0 } = this.#sight ?? {};
    const count = Math.max(ROWS, last - first + 2 * AHEAD);
    return {
      filter: this.#filter,
      count,
      ...(this.#sight && { from: Math.max(0, (first + last - count) >> 1) }),
      ...(this.#unit === undefined ? {} : { unit: { id: this.#unit } }),
    };
  }

  #take(page: ListPage): void {
    if (this.#stop.signal.aborted) return;
    // The list has changed: these indices now mean other rows.
    if (page.state !== this.#page?.state) this.#rows = new Map();
    for (const [n, row] of page.rows.entries()) this.#rows.set(page.from + n, row);
    this.#page = page;
    this.#tell({ filter: this.#filter, page, rows: this.#rows });
    this.#fill();
  }

  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.stop();
    this.#tell(undefined, error);
  }
}

/** What is known of a list; until anything is known of a new filter, what was known of the old one. */
export function useRowWindow(list: Lister, filter: string, unit: string | undefined) {
  const [known, setKnown] = useState<{ listed: ListedRows | undefined; error?: unknown }>({ listed: undefined });
  const [window, setWindow] = useState<RowWindow>();
  const version = useVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the unit is where the list begins, once
  useEffect(() => {
    const made = new RowWindow(list, JSON.parse(filter), unit, (listed, error) => setKnown({ listed, error }));
    setWindow(made);
    return () => made.stop();
  }, [list, filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is fetched anew
  useEffect(() => window?.follow(), [window, version]);
  return { ...known, window };
}
