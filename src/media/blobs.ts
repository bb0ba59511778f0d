import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type MediaRef, messageOf, SextantError } from '../contracts/index.ts';
import { sha256 } from './sha256.ts';

/**
 * Files named after their content, in `blobs/ab/<sha256>` of a run folder. Never changed once written.
 * @example
 * const blobs = new Blobs('runs/first');
 * const name = blobs.put(png);
 * const same = await blobs.get(name);
 */
export class Blobs {
  readonly #dir: string;
  readonly #stored = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(runDir: string) {
    this.#dir = join(runDir, 'blobs');
  }

  /** Stores the bytes unless they are there already. Synchronous: for small files that beats a trip to the thread pool. */
  put(bytes: Uint8Array): string {
    const name = sha256(bytes);
    if (!this.#stored.has(name)) this.#write(name, bytes);
    return name;
  }

  /** Stores what `ref` stands for; free when it was stored before. Not hashed again: `get` tells when they do not fit. */
  putRef(ref: MediaRef, bytes: Uint8Array): void {
    if (!this.#stored.has(ref.sha256)) this.#write(ref.sha256, bytes);
  }

  /** Reads and verifies. */
  async get(name: string): Promise<Uint8Array> {
    const path = this.#path(name);
    const bytes = await readFile(path).catch((cause: unknown) => {
      throw new SextantError('missing_blob', `cannot read a file that the run refers to: ${messageOf(cause)}`, {
        where: path,
        fix: 'restore the file from a copy of the run folder',
        cause,
      });
    });
    if (sha256(bytes) !== name)
      throw new SextantError('damaged_run', 'the content of this file is not what its name says', {
        where: path,
        fix: 'restore the file from a copy of the run folder',
      });
    return bytes;
  }

  #write(name: string, bytes: Uint8Array): void {
    const path = this.#path(name);
    const folder = join(this.#dir, name.slice(0, 2));
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    // A file of another size is what a power cut left behind: write it again.
    if (statSync(path, { throwIfNoEntry: false })?.size !== bytes.length) {
      const draft = `${path}.${process.pid}-${threadId}.tmp`;
      writeFileSync(draft, bytes);
      renameSync(draft, path);
    }
    this.#stored.add(name);
  }

  #path(name: string): string {
    // Names come from files that others wrote: nothing but a hash may become part of a path.
    if (!/^[0-9a-f]{64}$/.test(name))
      throw new SextantError('bad_run', `${JSON.stringify(name)} is not a sha256`, { where: this.#dir });
    return join(this.#dir, name.slice(0, 2), name);
  }
}
