import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsync, fsyncSync, writeSync } = fs;
const broken = (): Error => Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });

/**
 * A disk for the syncs and writes of this process: works until told otherwise.
 * @example
 * const disk = new FaultyDisk();
 * disk.fails = true; // from now on nothing is kept
 * disk.mend(); // the real one again
 */
export class FaultyDisk {
  /** How large files were when they were synced, in order. */
  readonly synced: number[] = [];
  /** Takes its time: `waiting` has what is to be answered. */
  isSlow = false;
  fails = false;
  readonly waiting: (() => void)[] = [];
  /** Bytes that there is room for; the write that takes more breaks off. */
  room = Number.POSITIVE_INFINITY;

  constructor() {
    this.#install({
      fsync: (fd: number, done: (error: Error | null) => void) => {
        const { size } = fs.fstatSync(fd);
        const answer = () => {
          if (this.fails) return done(broken());
          this.synced.push(size);
          fsync(fd, done);
        };
        if (this.isSlow) this.waiting.push(answer);
        else setImmediate(answer);
      },
      fsyncSync: (fd: number) => {
        if (this.fails) throw broken();
        this.synced.push(fs.fstatSync(fd).size);
        fsyncSync(fd);
      },
      writeSync: (fd: number, bytes: Uint8Array, from = 0) => {
        if (this.room === 0)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        const written = writeSync(fd, bytes, from, Math.min(bytes.length - from, this.room));
        this.room -= written;
        return written;
      },
    });
  }

  mend(): void {
    this.#install({ fsync, fsyncSync, writeSync });
  }

  #install(functions: object): void {
    Object.assign(fs, functions);
    syncBuiltinESMExports();
  }
}
