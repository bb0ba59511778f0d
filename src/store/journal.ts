import { closeSync, fstatSync, fsync, fsyncSync, readSync, writeSync } from 'node:fs';
import { type RunEvent, writeRunLine } from '../contracts/index.ts';
import { notOnDisk, openToAppend } from '../files/index.ts';

/** How long a line may wait for fsync. A killed process loses nothing that was written; only a power cut can. */
const FSYNC_EVERY_MS = 200;

/** The append-only record of a run. Lines reach the file at once and the disk in groups. */
export class Journal {
  readonly #path: string;
  readonly #fd: number;
  /** Lines that come before the next one. */
  #held = '';
  #dirty = false;
  /** A write broke off: what comes next must not become part of that line. */
  #torn = false;
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#fd = openToAppend(path, { code: 'damaged_run' });
    // A torn last line stays where it is, on a line of its own: nothing is ever rewritten.
    if (endsMidLine(this.#fd)) this.#write('\n');
  }

  append(...events: RunEvent[]): void {
    this.#write(linesOf(events));
  }

  /** As `append`, but nothing is written before the next line, or `release`: one write for two is half the work. */
  hold(...events: RunEvent[]): void {
    this.#held += linesOf(events);
  }

  /** Writes what is held. */
  release(): void {
    if (this.#held !== '') this.#write('');
  }

  /** Once it is over, everything is on the disk; what is not is an error, also of a sync that was under way. */
  async close(): Promise<void> {
    await this.#syncing;
    clearTimeout(this.#timer);
    try {
      if (this.#dirty) fsyncSync(this.#fd);
    } catch (error) {
      this.#fail(error);
    }
    closeSync(this.#fd);
    if (this.#failure) throw this.#failure;
  }

  #write(text: string): void {
    const bytes = Buffer.from(`${this.#torn ? '\n' : ''}${this.#held}${text}`);
    this.#torn = true;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    this.#torn = false;
    this.#held = '';
    this.#dirty = true;
    this.#timer ??= setTimeout(() => this.#sync(), FSYNC_EVERY_MS).unref();
    if (this.#failure) throw this.#failure;
  }

  #sync(): void {
    this.#timer = undefined;
    if (this.#syncing) return;
    this.#dirty = false;
    this.#syncing = new Promise((resolve) => {
      fsync(this.#fd, (error) => {
        this.#syncing = undefined;
        if (error) this.#fail(error);
        if (this.#dirty) this.#timer ??= setTimeout(() => this.#sync(), FSYNC_EVERY_MS).unref();
        resolve();
      });
    });
  }

  /** A failed fsync is not retried by the system, so the error is thrown at the next write or close. */
  #fail(error: unknown): void {
    this.#failure ??= notOnDisk(this.#path, error);
  }
}

function linesOf(events: readonly RunEvent[]): string {
  return events.map((event) => `${writeRunLine(event)}\n`).join('');
}

function endsMidLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}
