import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeError, type RunFile, SextantError } from '../contracts/index.ts';
import { readBoundSummary } from '../engine/index.ts';
import { requireRegular } from '../files/index.ts';
import { isLocked, isRunFolder, readRunFile, runPaths } from '../store/index.ts';
import { Recent } from '../util/index.ts';
import { type OpenData, RunMedia } from './run-media.ts';
import { Stills } from './stills.ts';
import { ServedRun } from './stored-run.ts';
import type { BrokenRun, RunHead } from './wire.ts';

/** How many runs are kept open at once, and how many are read before anybody asks. */
const [OPEN, AHEAD] = [12, 4];

/** A summary, or why the run could not be scored. */
type ScoredSummary = Pick<RunHead, 'summary' | 'problem'>;

/** A run that is open. */
export interface OpenRun {
  stored: ServedRun;
  media: RunMedia;
}

/** The runs that can be viewed: all below the given folders, listed afresh on every call. */
export class RunCatalog {
  readonly #roots: readonly string[];
  readonly #openData: OpenData;
  readonly #open = new Recent<string, OpenRun>(OPEN, { left: ({ stored }) => stored.close() });
  /** By folder, with the file state they were computed from: hashing journals takes time. */
  readonly #summaries = new Map<string, { state: string; found: ScoredSummary }>();
  readonly #stills = new Stills();
  #ahead: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(roots: readonly string[], openData: OpenData) {
    this.#roots = roots;
    this.#openData = openData;
  }

  /** Run folders by id. An id is a hash: no path ever comes from the page. */
  folders(): Map<string, string> {
    return new Map(this.#roots.flatMap(runFoldersIn).map((folder) => [idOf(folder), folder]));
  }

  /** The readable runs; `broken` returns the others. */
  async heads(wanted: (folder: string) => boolean = () => true): Promise<RunHead[]> {
    const heads: RunHead[] = [];
    for (const [id, folder] of this.folders()) {
      if (!wanted(folder)) continue;
      const head = await this.#head(id, folder).catch(() => undefined);
      if (head) heads.push(head);
    }
    return heads;
  }

  /** Those that are parts of others: looked at often, so nothing else is read. */
  shards(): Promise<RunHead[]> {
    return this.heads((folder) => SHARD.test(basename(folder)));
  }

  broken(): BrokenRun[] {
    return [...this.folders().values()].flatMap((folder) => {
      try {
        lookAt(folder);
        return [];
      } catch (error) {
        return [{ name: basename(folder), folder, problem: describeError(error) }];
      }
    });
  }

  async head(id: string): Promise<RunHead> {
    return this.#head(id, this.#folder(id));
  }

  async #head(id: string, folder: string): Promise<RunHead> {
    const { run, locked, changed } = lookAt(folder);
    const { summary, problem } = await this.#summary(id, folder);
    return {
      id,
      name: basename(folder),
      folder,
      run,
      summary,
      ...(problem === undefined ? {} : { problem }),
      state: locked ? 'running' : summary?.missing === 0 ? 'done' : 'stopped',
      changed,
    };
  }

  /** Opens a run and reads what was appended since. Throws `bad_argument` for an unknown id. */
  async run(id: string): Promise<OpenRun> {
    const open = this.open(id);
    await open.stored.refresh();
    return open;
  }

  /** The same without reading. */
  open(id: string): OpenRun {
    const folder = this.#folder(id);
    const known = this.#open.get(id);
    return known && !known.stored.replaced ? known : this.#open.set(id, this.#begin(folder));
  }

  /** Reads the latest runs in advance, so that opening one does not wait for its scoring. */
  readAhead(): void {
    this.#ahead = (async () => {
      const latest = [...this.folders()].sort(([, a], [, b]) => changedAt(b).getTime() - changedAt(a).getTime());
      const ahead = latest.slice(0, AHEAD).map(([id]) => id);
      // First what the list of runs shows, which is quick; reading a run takes long.
      for (const id of ahead) if (!this.#closed) await this.head(id).catch(() => {});
      for (const id of ahead) if (!this.#closed) await this.#prepare(id).catch(() => {});
    })();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#ahead;
    this.#open.clear();
    await this.#stills.close();
  }

  /** Reads, summarises and sorts a run in advance, so that opening it does not wait for that. */
  async #prepare(id: string): Promise<void> {
    const { stored } = await this.run(id);
    stored.summary();
    await stored.list({ filter: {}, count: 0, known: 0 });
  }

  #folder(id: string): string {
    const folder = this.folders().get(id);
    if (folder === undefined) throw new SextantError('bad_argument', 'there is no such run');
    return folder;
  }

  #begin(folder: string): OpenRun {
    const stored = new ServedRun(folder);
    return { stored, media: new RunMedia(stored, this.#openData, this.#stills) };
  }

  /** The stored summary if its hashes match the journal, otherwise a recomputed one. */
  async #summary(id: string, folder: string): Promise<ScoredSummary> {
    // Already scored here: the folder's own summary is not needed.
    if (this.#open.peek(id)?.stored.isRead) return this.#score(id);
    const state = stateOf(folder);
    const known = this.#summaries.get(folder);
    if (known?.state === state) return known.found;
    const found = (await boundSummary(folder)) ?? (await this.#score(id));
    if (found.summary) this.#summaries.set(folder, { state, found });
    return found;
  }

  async #score(id: string): Promise<ScoredSummary> {
    try {
      return { summary: (await this.run(id)).stored.summary() };
    } catch (error) {
      return { summary: null, problem: describeError(error) };
    }
  }
}

/** A run folder itself, or every run folder in it; also shards, which have a folder in between. */
export function runFoldersIn(root: string): string[] {
  if (isRunFolder(root)) return [root];
  return foldersIn(root).flatMap((folder) => {
    if (isRunFolder(folder)) return [folder];
    const inside = foldersIn(folder);
    return inside.some((each) => SHARD.test(basename(each))) ? inside.filter(isRunFolder) : [];
  });
}

const SHARD = /^shard-\d+-of-\d+$/;

function foldersIn(root: string): string[] {
  // It may be a file, closed to us, or deleted while the viewer is open.
  const entries = statSync(root, { throwIfNoEntry: false })?.isDirectory() ? entriesOf(root) : [];
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(root, name))
    .sort();
}

function entriesOf(root: string): Dirent[] {
  try {
    return readdirSync(root, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What a run is listed with, beside its numbers. Whatever is wrong with it is thrown here: it is then listed as broken. */
function lookAt(folder: string): { run: RunFile; locked: boolean; changed: string } {
  const run = readRunFile(folder);
  const { events } = runPaths(folder);
  if (lstatSync(events, { throwIfNoEntry: false })) requireRegular(events, { inside: folder, code: 'damaged_run' });
  return { run, locked: isLocked(runPaths(folder).lock), changed: changedAt(folder).toISOString() };
}

/** When the journal last grew. */
function changedAt(folder: string): Date {
  const { events, run } = runPaths(folder);
  const { mtime } = statSync(events, { throwIfNoEntry: false }) ?? statSync(run);
  // Some file systems report times that are not valid dates.
  return Number.isNaN(mtime.getTime()) ? new Date(0) : mtime;
}

/** The same folder has the same id whenever and from wherever it is looked at: links keep working. */
function idOf(folder: string): string {
  return createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
}

/** The stored summary without its hashes, which have been checked. */
async function boundSummary(folder: string): Promise<ScoredSummary | undefined> {
  const bound = await readBoundSummary(folder).catch(() => undefined);
  if (!bound) return undefined;
  const { of: _of, ...summary } = bound;
  return { summary };
}

/** Identifies a state of a run's files. Uses ctime, because mtime can be set by anyone. */
function stateOf(folder: string): string {
  const { run, events, summary } = runPaths(folder);
  const stats = [run, events, summary].map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats.map((found) => (found ? `${found.ino} ${found.size} ${found.ctimeMs}` : '-')).join(', ');
}
