import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { readRegular } from '../files/index.ts';
import type { Blobs } from '../store/index.ts';
import { type Database, SCHEMA } from './database.ts';
import { MOST_PIECES, PIECE_BYTES } from './schema.ts';

/** Where pictures, masks and commands are kept that lines refer to. */
export interface FileStore {
  /** Keeps all that was put so far. @returns what is left of it, to be written together with the lines */
  keep(): Promise<Pieces>;
}

/** So many bytes go into one statement. */
const BATCH_BYTES = 8 * PIECE_BYTES;

/** Pieces of files on their way into the database. */
export class Pieces {
  /** All in one: an array of bytes would travel as text, twice as long. */
  readonly #bytes: Uint8Array[] = [];
  readonly #names: string[] = [];
  readonly #numbers: number[] = [];
  readonly #counts: number[] = [];
  readonly #starts: number[] = [];
  readonly #sizes: number[] = [];
  size = 0;

  add(name: string, { piece, count, bytes }: { piece: number; count: number; bytes: Uint8Array }): void {
    this.#names.push(name);
    this.#numbers.push(piece);
    this.#counts.push(count);
    this.#starts.push(this.size + 1);
    this.#sizes.push(bytes.length);
    this.#bytes.push(bytes);
    this.size += bytes.length;
  }

  /**
   * The statement that writes them, and its values, of which the plan is the first. In the same order as all others write, so that
   * two workers with the same files do not wait for each other.
   */
  static readonly insert = `insert into ${SCHEMA}.blobs (plan, sha256, piece, pieces, bytes)
    select $1, sha256, piece, pieces, substring($2::bytea from first for size)
    from unnest($3::text[], $4::int[], $5::int[], $6::int[], $7::int[]) as part (sha256, piece, pieces, first, size)
    order by sha256, piece on conflict do nothing`;

  values(): unknown[] {
    return [Buffer.concat(this.#bytes), this.#names, this.#numbers, this.#counts, this.#starts, this.#sizes];
  }
}

/** In the database, in pieces. */
export function databaseFiles(db: Database, plan: string, blobs: Blobs): FileStore {
  return {
    async keep() {
      let pieces = new Pieces();
      for (const { name, bytes } of blobs.take()) {
        const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
        if (count > MOST_PIECES)
          throw new SextantError('database', `a file of ${count} MB is too large for the database`, {
            where: name,
            fix: 'keep files in a folder that all machines share: --files DIR',
          });
        for (let piece = 0; piece < count; piece += 1) {
          if (pieces.size >= BATCH_BYTES) {
            await db.run(Pieces.insert, [plan, ...pieces.values()]);
            pieces = new Pieces();
          }
          pieces.add(name, { piece, count, bytes: bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES) });
        }
      }
      return pieces;
    },
  };
}

/** In a folder that all workers and whoever pulls can reach. */
export function folderFiles(folder: string, blobs: Blobs): FileStore {
  return {
    async keep() {
      for (const { name, bytes } of blobs.take()) {
        const target = sharedPath(folder, name);
        mkdirSync(dirname(target), { recursive: true });
        // Machines that share a folder may have the same process numbers.
        const draft = `${target}.${crypto.randomUUID()}.tmp`;
        const fd = openSync(draft, 'wx');
        writeFileSync(fd, bytes);
        fsyncSync(fd);
        closeSync(fd);
        try {
          if (!existsSync(target)) linkSync(draft, target);
        } catch (error) {
          if (!existsSync(target)) throw error;
        } finally {
          rmSync(draft, { force: true });
        }
      }
      return new Pieces();
    },
  };
}

function sharedPath(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

/** Brings those that are there; whether they are what their names say, the reader finds out. */
export type ReadFiles = (names: readonly string[]) => AsyncIterable<{ name: string; bytes: Uint8Array }>;

export function readShared(folder: string): ReadFiles {
  return async function* (names) {
    for (const name of names) {
      const path = sharedPath(folder, name);
      if (existsSync(path)) yield { name, bytes: readRegular(path, { inside: folder }) };
    }
  };
}

/** So many files are read at once: most are far smaller than a piece. */
const FILES_AT_ONCE = 16;
const Piece = z.object({ name: z.string(), pieces: z.int().max(MOST_PIECES), bytes: z.instanceof(Uint8Array) });

export function readStored(db: Database, plan: string): ReadFiles {
  const read = (names: readonly string[], first: number, most: number) =>
    db.query(
      Piece,
      `select sha256 as name, pieces, bytes from ${SCHEMA}.blobs
       where plan = $1 and sha256 = any($2) and piece between $3 and $4 order by sha256, piece`,
      [plan, names, first, most],
    );
  return async function* (names) {
    for (let i = 0; i < names.length; i += FILES_AT_ONCE) {
      for (const { name, pieces, bytes } of await read(names.slice(i, i + FILES_AT_ONCE), 0, 0)) {
        const rest = pieces > 1 ? await read([name], 1, pieces) : [];
        yield { name, bytes: rest.length > 0 ? Buffer.concat([bytes, ...rest.map((each) => each.bytes)]) : bytes };
      }
    }
  };
}
