import { closeSync, fstatSync, fsyncSync, mkdirSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { openToAppend, writeJsonAtomic } from '../../files/index.ts';
import { type LockOptions, takeLock } from '../../store/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { setFiles } from './set-files.ts';
import { type EpisodeEntry, isOwnSet, missingFile, readAbout, readEntries, type SetAbout } from './set-record.ts';

/**
 * Which episodes of a set are done: one line each, written after its files. What has no line does not count, and is recorded
 * again.
 * @example
 * const ledger = await EpisodeLedger.open(dir, about);
 * for (let i = 0; i < 500; i += 1) if (!ledger.has(i)) ledger.add(await writeEpisode(dir, await play(i), about));
 * ledger.close();
 * await finishSet(dir);
 */
export class EpisodeLedger {
  readonly #done: Set<number>;
  readonly #fd: number;
  readonly #unlock: () => void;

  private constructor(dir: string, entries: readonly EpisodeEntry[], unlock: () => void) {
    this.#done = new Set(entries.map(({ episode }) => episode));
    this.#unlock = unlock;
    this.#fd = openToAppend(join(dir, setFiles.episodes));
    // A torn last line stays where it is, on a line of its own.
    if (endsMidLine(this.#fd)) writeSync(this.#fd, '\n');
  }

  /**
   * Begins a set, or goes on with one. Throws `spec_differs` when the folder holds another one, `run_locked` when another
   * process writes to it.
   */
  static async open(dir: string, about: SetAbout, lock?: LockOptions): Promise<EpisodeLedger> {
    mkdirSync(dir, { recursive: true });
    const unlock = takeLock(join(dir, 'lock'), lock);
    try {
      if (!isOwnSet(dir)) writeJsonAtomic(join(dir, setFiles.about), about);
      else if (canonicalJson(readAbout(dir)) !== canonicalJson(about))
        throw new SextantError('spec_differs', 'the folder holds demonstrations that were made in another way', {
          where: join(dir, setFiles.about),
          fix: 'name another folder, or remove this one',
        });
      removeDrafts(dir);
      const entries = await readEntries(dir);
      return new EpisodeLedger(
        dir,
        entries.filter((entry) => missingFile(dir, entry) === undefined),
        unlock,
      );
    } catch (error) {
      unlock();
      throw error;
    }
  }

  has(episode: number): boolean {
    return this.#done.has(episode);
  }

  add(entry: EpisodeEntry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    for (let at = 0; at < line.length; ) at += writeSync(this.#fd, line, at);
    fsyncSync(this.#fd);
    this.#done.add(entry.episode);
  }

  close(): void {
    closeSync(this.#fd);
    this.#unlock();
  }
}

/** Files that a killed process was writing. */
function removeDrafts(dir: string): void {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.tmp')) rmSync(join(dir, name));
}

function endsMidLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
