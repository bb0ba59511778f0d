import { Recent } from '../../src/util/index.ts';
import type { RunHead, Source, UnitRow, UnitView } from '../source/index.ts';

/** How long changes are gathered before they are fetched: a fast run writes hundreds of lines per second. */
const GATHER_MS = 400;

/** Samples that are kept: the one that is seen, its neighbours, and the same of other runs. */
const MOST_OPENED = 12;

/** What the pages have fetched, fetched once, and again when it changed. */
export class Store {
  readonly source: Source;
  readonly #listeners = new Set<() => void>();
  readonly #units = new Map<string, Promise<UnitRow[]>>();
  readonly #unitsSeen = new Map<string, UnitRow[]>();
  readonly #opened = new Recent<string, Promise<UnitView>>(MOST_OPENED);
  #runs: Promise<RunHead[]> | undefined;
  #runsSeen: RunHead[] | undefined;
  #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #connectionListeners = new Set<() => void>();
  #isConnected = true;
  #returns = 0;

  constructor(source: Source) {
    this.source = source;
    source.watch?.({ changed: (run) => this.#note(run), connected: (isThere) => this.#noteConnection(isThere) });
  }

  runs(): Promise<RunHead[]> {
    this.#runs ??= this.source.runs().then((runs) => {
      this.#runsSeen = runs;
      return runs;
    });
    // What failed may work the next time.
    this.#runs.catch(() => {
      this.#runs = undefined;
    });
    return this.#runs;
  }

  /** What was fetched last: another page can begin with it. */
  get runsSeen(): RunHead[] | undefined {
    return this.#runsSeen;
  }

  unitsSeen(run: string): UnitRow[] | undefined {
    return this.#unitsSeen.get(run);
  }

  units(run: string): Promise<UnitRow[]> {
    const known = this.#units.get(run);
    if (known) return known;
    const fetched = this.source.units(run).then((rows) => {
      this.#unitsSeen.set(run, rows);
      return rows;
    });
    this.#units.set(run, fetched);
    fetched.catch(() => this.#units.delete(run));
    return fetched;
  }

  unit(run: string, id: string, epoch: number): Promise<UnitView> {
    const key = JSON.stringify([run, id, epoch]);
    const known = this.#opened.get(key);
    if (known) return known;
    const fetched = this.#opened.set(key, this.source.unit(run, id, epoch));
    fetched.catch(() => this.#opened.delete(key));
    return fetched;
  }

  /** Prefetches the sample likely to be opened next, with its pictures; failures are ignored. */
  async foresee(run: string, id: string, epoch: number): Promise<void> {
    const { sample } = await this.unit(run, id, epoch);
    const pictures = sample.media.filter(({ type }) => type.startsWith('image/'));
    await Promise.all(pictures.map((ref) => this.source.url(run, ref)));
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /** False while the server is gone: what is shown may be out of date. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** How often the server came back: whatever failed meanwhile is fetched again. */
  get returns(): number {
    return this.#returns;
  }

  readonly subscribeConnection = (changed: () => void): (() => void) => {
    this.#connectionListeners.add(changed);
    return () => this.#connectionListeners.delete(changed);
  };

  #noteConnection(isThere: boolean): void {
    if (isThere === this.#isConnected) return;
    this.#isConnected = isThere;
    if (isThere) {
      this.#returns += 1;
      this.#runs = undefined;
      this.#units.clear();
      this.#opened.clear();
    }
    for (const listener of this.#connectionListeners) listener();
    // While it is gone, what is there stays.
    if (isThere) for (const listener of this.#listeners) listener();
  }

  #note(run: string): void {
    this.#changed.add(run);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#runs = undefined;
      for (const changed of this.#changed) this.#units.delete(changed);
      this.#opened.clear();
      this.#changed = new Set();
      for (const listener of this.#listeners) listener();
    }, GATHER_MS);
  }
}
