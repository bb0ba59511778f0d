import { createHash } from 'node:crypto';
import {
  closeSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type MediaRef, messageOf, SextantError } from '../contracts/index.ts';
import { notOnDisk, type RegularOptions, readRegular, sha256, streamRegular } from '../files/index.ts';
import { KnownHashes } from './known-hashes.ts';

/**
 * Files named after their content, in `blobs/ab/<sha256>` of a run folder. Never changed once written.
 * @example
 * const blobs = new Blobs('runs/first');
 * const name = blobs.put(png);
 * await blobs.flush();
 * const same = await blobs.get(name);
 */
export class Blobs {
  readonly #runDir: string;
  readonly #dir: string;
  /** A cache of some stored hashes; the others are looked up on disk. */
  readonly #stored = new KnownHashes();
  readonly #folders = new Set<string>();
  /** Files that a power cut could still undo. */
  #unsafe = new Set<string>();
  /** By name, in which state of its file the content was found to fit. */
  readonly #verified = new Map<string, string>();
  #flushing = Promise.resolve();
  #next: Promise<void> | undefined;

  /** What is on its way elsewhere and was not taken yet; without its bytes if it lies on disk. */
  readonly #passing: Map<string, Uint8Array | undefined> | undefined;

  /** @param opts.scratch what is stored is on its way elsewhere, for `take`: small files stay in memory until then */
  constructor(runDir: string, opts: { scratch?: boolean } = {}) {
    if (opts.scratch === true) this.#passing = new Map();
    this.#runDir = runDir;
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

  /** All that was put into a scratch store and not taken before: whoever takes it keeps it elsewhere. */
  *take(): Generator<{ name: string; bytes: Uint8Array }> {
    for (const [name, held] of [...(this.#passing ?? [])]) {
      const path = this.#path(name);
      yield { name, bytes: held ?? readRegular(path, { inside: this.#runDir }) };
      this.#passing?.delete(name);
      if (!held) rmSync(path);
    }
  }

  /** Whether a file of that name and size is there. Not read: `get` tells whether its content fits. */
  has(ref: MediaRef): boolean {
    return sizeOf(this.#path(ref.sha256)) === ref.bytes;
  }

  /** Where a file lies and how large it is, for whoever reads parts of it; nothing when it is not there. */
  find(name: string): { path: string; bytes: number } | undefined {
    const path = this.#path(name);
    const bytes = sizeOf(path);
    return bytes === undefined ? undefined : { path, bytes };
  }

  /**
   * Waits until everything stored so far would survive a power cut: whoever refers to it should wait. Those who wait at the
   * same time share the work.
   */
  flush(): Promise<void> {
    if (this.#unsafe.size === 0) return this.#flushing;
    this.#next ??= this.#flushing.then(() => {
      this.#next = undefined;
      const paths = [...this.#unsafe];
      this.#unsafe = new Set();
      this.#flushing = syncAll(paths);
      return this.#flushing;
    });
    return this.#next;
  }

  /**
   * The same, if its content is what its name says; hashed once, and again when the file changed. Throws
   * `damaged_run` otherwise, also for a link or a pipe of that name.
   */
  async verified(name: string): Promise<{ path: string; bytes: number } | undefined> {
    const path = this.#path(name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    const state = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (this.#verified.get(name) !== state) {
      const opts = { inside: this.#runDir, code: 'damaged_run' } as const;
      const hash = found.size <= SMALL ? sha256(readRegular(path, opts)) : await hashInPieces(path, opts);
      if (hash !== name) throw damaged(path);
      this.#verified.set(name, state);
    }
    return { path, bytes: found.size };
  }

  /** Removes what killed processes left half-written; for whoever has the run's lock. */
  sweep(): void {
    for (const folder of list(this.#dir)) {
      for (const name of list(join(this.#dir, folder))) {
        if (DRAFT.test(name)) rmSync(join(this.#dir, folder, name), { force: true });
      }
    }
  }

  /** Reads and verifies. Synchronous inside, as `put` is. */
  async get(name: string): Promise<Uint8Array> {
    const path = this.#path(name);
    let bytes: Uint8Array;
    try {
      bytes = readRegular(path, { inside: this.#runDir });
    } catch (cause) {
      throw new SextantError('missing_blob', `cannot read a file that the run refers to: ${messageOf(cause)}`, {
        where: path,
        fix: 'run the same `sextant run` again, which writes again what the data have; or restore a copy of the run folder',
        cause,
      });
    }
    if (sha256(bytes) !== name) throw damaged(path);
    return bytes;
  }

  #write(name: string, bytes: Uint8Array): void {
    const isHeld = this.#passing && bytes.length <= SMALL;
    if (!isHeld) this.#writeFile(name, bytes);
    this.#passing?.set(name, isHeld ? bytes : undefined);
    this.#stored.add(name);
  }

  #writeFile(name: string, bytes: Uint8Array): void {
    const path = this.#path(name);
    const folder = join(this.#dir, name.slice(0, 2));
    if (!this.#folders.has(folder)) {
      for (const each of [this.#dir, folder]) makeOwnFolder(each);
      this.#folders.add(folder);
    }
    // A file of another size is what a power cut left behind: write it again.
    if (sizeOf(path) !== bytes.length) {
      const draft = `${path}.${process.pid}-${threadId}.tmp`;
      writeFileSync(draft, bytes);
      renameSync(draft, path);
      if (!this.#passing) this.#unsafe.add(path);
    }
  }

  #path(name: string): string {
    // Names come from files that others wrote: nothing but a hash may become part of a path.
    if (!/^[0-9a-f]{64}$/.test(name))
      throw new SextantError('bad_run', `${JSON.stringify(name)} is not a sha256`, { where: this.#dir });
    return join(this.#dir, name.slice(0, 2), name);
  }
}

/** Smaller files are read at once, and wait in memory: larger ones would fill it, as many as units are under way. */
const SMALL = 1 << 20;

async function hashInPieces(path: string, opts: RegularOptions): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of streamRegular(path, { ...opts, highWaterMark: SMALL })) hash.update(chunk);
  return hash.digest('hex');
}

/** What a file is called until it is whole; see `#write`. */
const DRAFT = /^[0-9a-f]{64}\.\d+-\d+\.tmp$/;

/** Empty if it is not a folder. */
function list(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/** A link of that name would lead what is written elsewhere. */
function makeOwnFolder(where: string): void {
  mkdirSync(where, { recursive: true });
  if (lstatSync(where).isDirectory()) return;
  const fix = 'put the folder itself there';
  throw new SextantError('damaged_run', 'this is a symbolic link, expected a folder', { where, fix });
}

function damaged(where: string): SextantError {
  return new SextantError('damaged_run', 'the content of this file is not what its name says', {
    where,
    fix: 'restore the file from a copy of the run folder',
  });
}

/** Undefined unless it is a regular file. */
function sizeOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}

/** As many at once as there are threads for it; more would only be open and wait. */
const AT_ONCE = 4;

async function syncAll(paths: readonly string[]): Promise<void> {
  const queue = paths.values();
  const work = async () => {
    for (const path of queue) await sync(path);
  };
  // Even after a failure, wait for all of them before reporting it.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** By its final name, which ext4, XFS, Btrfs and APFS then keep too: the folder need not be synced on its own. */
function sync(path: string): Promise<void> {
  const fd = openSync(path, 'r+');
  return new Promise((resolve, reject) => {
    fsync(fd, (error) => {
      closeSync(fd);
      if (error) reject(notOnDisk(path, error));
      else resolve();
    });
  });
}
