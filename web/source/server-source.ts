import { parseRunLine, type RunEvent } from '../../src/contracts/index.ts';
import { unitKey } from '../../src/engine/pure.ts';
import {
  type BrokenRun,
  FILES_AT_ONCE,
  filesIn,
  type ListAsk,
  type ListPage,
  type ReferenceHead,
  type RowPage,
  type RunHead,
  type SharedRuns,
  type Trial,
  type UnitRow,
  type UnitView,
} from '../../src/viewer/pure.ts';
import { linesOf } from './readers.ts';
import type { Source, SourceListener } from './source.ts';

/** Runs on the server that sent this page. */
export class ServerSource implements Source {
  readonly kind = 'server';
  /** Rows by run: after a change only what is new is fetched. */
  readonly #known = new Map<string, KnownRows>();

  runs(): Promise<RunHead[]> {
    return get('api/runs');
  }

  broken(): Promise<BrokenRun[]> {
    return get('api/broken');
  }

  shared(): Promise<SharedRuns> {
    return get('api/shared');
  }

  list(run: string, { filter, from, count, unit, known }: ListAsk, signal?: AbortSignal): Promise<ListPage> {
    const asked = { filter: new URLSearchParams(filter), from, count, unit: unit?.id, epoch: unit?.epoch, known };
    const query = new URLSearchParams(
      Object.entries(asked).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    return get(`api/runs/${encodeURIComponent(run)}/list?${query}`, signal);
  }

  units(run: string): Promise<UnitRow[]> {
    const known = this.#known.get(run) ?? { rows: new Map(), version: 0, work: Promise.resolve() };
    this.#known.set(run, known);
    // One after the other: both would fetch the same rows.
    known.work = known.work.catch(() => {}).then(() => fetchRows(run, known));
    return known.work.then(() => [...known.rows.values()].sort(byUnit));
  }

  unit(run: string, id: string, epoch: number): Promise<UnitView> {
    return get(`api/runs/${encodeURIComponent(run)}/unit?${new URLSearchParams({ id, epoch: String(epoch) })}`);
  }

  async *journal(run: string): AsyncGenerator<RunEvent> {
    const response = await ask(`api/runs/${encodeURIComponent(run)}/journal`);
    if (!response.body) return;
    for await (const line of linesOf(response.body)) {
      const event = parseRunLine(line);
      if (event) yield event;
    }
  }

  async url(run: string, { sha256, type }: { sha256: string; type: string }): Promise<string | null> {
    const url = blobUrl(run, sha256, type);
    // Loading the picture both checks and caches it; a separate request to check would be one more round trip.
    if (type.startsWith('image/')) return (await canBeShown(url)) ? url : null;
    const { status } = await fetch(url, { method: 'HEAD' });
    return status === 200 ? url : null;
  }

  async thumb(run: string, { sha256, type }: { sha256: string; type: string }): Promise<string | null> {
    const path = `api/runs/${encodeURIComponent(run)}/thumbs/${encodeURIComponent(sha256)}`;
    return here(`${path}?${new URLSearchParams({ type })}`);
  }

  async bytes(run: string, sha256: string): Promise<Uint8Array | null> {
    const response = await fetch(blobUrl(run, sha256));
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
  }

  async files(run: string, hashes: readonly string[]): Promise<(Uint8Array | null)[]> {
    const found: (Uint8Array | null)[] = [];
    for (let at = 0; at < hashes.length; at += FILES_AT_ONCE) {
      const some = hashes.slice(at, at + FILES_AT_ONCE);
      const response = await ask(`api/runs/${encodeURIComponent(run)}/blobs?hashes=${some.join(',')}`);
      found.push(...filesIn(await response.arrayBuffer()));
    }
    return found;
  }

  readonly trials = {
    references: (): Promise<ReferenceHead[]> => get('api/references'),
    make: (benchmark: string, index: number): Promise<Trial> =>
      get(`api/trial?${new URLSearchParams({ benchmark, index: String(index) })}`),
  };

  readonly manual = 'manual/index.html';

  watch({ changed, connected }: SourceListener): () => void {
    const events = new EventSource(here('api/changes'));
    events.addEventListener('change', ({ data }) => changed(String(data)));
    events.addEventListener('ready', () => {
      // A server that was started anew counts its rows anew.
      this.#known.clear();
      connected(true);
    });
    // The browser asks again by itself until somebody answers.
    events.addEventListener('error', () => connected(false));
    return () => events.close();
  }
}

interface KnownRows {
  rows: Map<string, UnitRow>;
  version: number;
  work: Promise<void>;
}

async function fetchRows(run: string, known: KnownRows): Promise<void> {
  for (let more = true; more; ) {
    const page: RowPage = await get(`api/runs/${encodeURIComponent(run)}/units?after=${known.version}`);
    for (const row of page.rows) known.rows.set(unitKey(row.result), row);
    known.version = page.version;
    more = page.more;
  }
}

/** As the statistics have them. */
function byUnit({ result: a }: UnitRow, { result: b }: UnitRow): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : a.epoch - b.epoch;
}

function blobUrl(run: string, sha256: string, type?: string): string {
  const query = type === undefined ? '' : `?${new URLSearchParams({ type })}`;
  return here(`api/runs/${encodeURIComponent(run)}/blobs/${encodeURIComponent(sha256)}${query}`);
}

function canBeShown(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return new Promise((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
}

/** Relative to the page, wherever it lies. */
function here(path: string): string {
  return new URL(path, document.baseURI).href;
}

async function ask(path: string, signal: AbortSignal | null = null): Promise<Response> {
  const response = await fetch(here(path), { signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new Error('The viewer’s server does not answer.', { cause });
  });
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => undefined);
  const told = typeof problem === 'object' && problem !== null && 'message' in problem ? String(problem.message) : '';
  throw new Error(told || `the server answered ${response.status}`);
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask(path, signal)).json();
}
