import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeError, SextantError, Summary } from '../contracts/index.ts';
import { isLocked, isRunFolder, readRunFile, runPaths } from '../data/index.ts';
import { type OpenData, RunMedia } from './run-media.ts';
import { StoredRun } from './stored-run.ts';
import type { BrokenRun, RunHead } from './wire.ts';

/** How many runs are kept open at once, and how many are read before anybody asks. */
const [OPEN, AHEAD] = [12, 4];

/** A run that is open. */
export interface OpenRun {
  stored: StoredRun;
  media: RunMedia;
}

/** The runs that may be looked at: those below the folders that were named, found anew each time. */
export class Shelf {
  readonly #roots: readonly string[];
  readonly #openData: OpenData;
  readonly #open = new Map<string, OpenRun>();
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

  /** Those that can be read; `broken` has the others. */
  async heads(): Promise<RunHead[]> {
    const heads: RunHead[] = [];
    for (const id of this.folders().keys()) {
      const head = await this.head(id).catch(() => undefined);
      if (head) heads.push(head);
    }
    return heads;
  }

  broken(): BrokenRun[] {
    return [...this.folders().values()].flatMap((folder) => {
      try {
        readRunFile(folder);
        return [];
      } catch (error) {
        return [{ name: basename(folder), folder, problem: describeError(error) }];
      }
    });
  }

  async head(id: string): Promise<RunHead> {
    const folder = this.#folder(id);
    const run = readRunFile(folder);
    const fresh = freshSummary(folder, run.spec.protocolHash);
    const { summary, problem } = fresh ? { summary: fresh, problem: undefined } : await this.#score(id);
    return {
      id,
      name: basename(folder),
      folder,
      run,
      summary,
      ...(problem === undefined ? {} : { problem }),
      state: isLocked(runPaths(folder).lock) ? 'running' : summary?.missing === 0 ? 'done' : 'stopped',
      changed: changedAt(folder).toISOString(),
    };
  }

  /** Opens a run and reads on where it has grown. Throws `bad_argument` for an id that is none. */
  async run(id: string): Promise<OpenRun> {
    const folder = this.#folder(id);
    const known = this.#open.get(id);
    if (known?.stored.replaced) this.#close(id);
    const open = this.#open.get(id) ?? this.#begin(folder);
    this.#open.delete(id);
    this.#open.set(id, open);
    for (const oldest of this.#open.keys()) if (this.#open.size > OPEN) this.#close(oldest);
    await open.stored.refresh();
    return open;
  }

  /** Reads the latest runs: whoever opens one of them need not wait for its scoring. */
  readAhead(): void {
    this.#ahead = (async () => {
      const latest = [...this.folders()].sort(([, a], [, b]) => changedAt(b).getTime() - changedAt(a).getTime());
      for (const [id] of latest.slice(0, AHEAD)) {
        if (this.#closed) return;
        await this.run(id).catch(() => {});
      }
    })();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#ahead;
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  #folder(id: string): string {
    const folder = this.folders().get(id);
    if (folder === undefined) throw new SextantError('bad_argument', 'there is no such run');
    return folder;
  }

  #begin(folder: string): OpenRun {
    const stored = new StoredRun(folder);
    return { stored, media: new RunMedia(stored, this.#openData) };
  }

  #close(id: string): void {
    this.#open.get(id)?.stored.close();
    this.#open.delete(id);
  }

  async #score(id: string): Promise<Pick<RunHead, 'summary' | 'problem'>> {
    try {
      return { summary: (await this.run(id)).stored.summary() };
    } catch (error) {
      return { summary: null, problem: describeError(error) };
    }
  }
}

/** A run folder itself, or every run folder in it. */
export function runFoldersIn(root: string): string[] {
  if (isRunFolder(root)) return [root];
  // It may be taken away while somebody looks.
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(root, name))
    .filter(isRunFolder)
    .sort();
}

/** When the journal last grew. */
export function changedAt(folder: string): Date {
  const { events, run } = runPaths(folder);
  return (statSync(events, { throwIfNoEntry: false }) ?? statSync(run)).mtime;
}

/** The same folder has the same id whenever and from wherever it is looked at: links keep working. */
function idOf(folder: string): string {
  return createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
}

/** The summary that the run itself left, unless the journal has grown since. */
function freshSummary(folder: string, protocolHash: string): Summary | undefined {
  const path = runPaths(folder).summary;
  const made = statSync(path, { throwIfNoEntry: false })?.mtime;
  if (!made || made < changedAt(folder)) return undefined;
  try {
    const { success, data } = Summary.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return success && data.protocol.hash === protocolHash ? data : undefined;
  } catch {
    return undefined;
  }
}
