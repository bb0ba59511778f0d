import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { readRegular } from '../files/index.ts';
import { type Blobs, KnownHashes } from '../store/index.ts';
import { type Database, SCHEMA } from './database.ts';
import { MOST_PIECES, PIECE_BYTES } from './schema.ts';

/** Where pictures, masks and commands are kept that lines refer to. */
export interface FileStore {
  /** Once it is over, they are there. */
  keep(names: Iterable<string>): Promise<void>;
}

/** So many bytes go into one statement. */
const BATCH_BYTES = 8 * PIECE_BYTES;

/** In the database, in pieces. */
export function databaseFiles(db: Database, plan: string, blobs: Blobs): FileStore {
  const kept = new KnownHashes();
  let pieces: { name: string; piece: number; pieces: number; bytes: Uint8Array }[] = [];
  let size = 0;
  const send = async () => {
    if (pieces.length === 0) return;
    const column = <K extends keyof (typeof pieces)[number]>(key: K) => pieces.map((each) => each[key]);
    await db.run(
      `insert into ${SCHEMA}.blobs (plan, sha256, piece, pieces, bytes)
       select $1, * from unnest($2::text[], $3::int[], $4::int[], $5::bytea[]) on conflict do nothing`,
      [plan, column('name'), column('piece'), column('pieces'), column('bytes')],
    );
    pieces = [];
    size = 0;
  };
  return {
    async keep(names) {
      const fresh = [...names].filter((name) => !kept.has(name));
      for (const name of fresh) {
        const all = readRegular(pathOf(blobs, name));
        const count = Math.max(1, Math.ceil(all.length / PIECE_BYTES));
        if (count > MOST_PIECES)
          throw new SextantError('database', `a file of ${count} MB is too large for the database`, {
            where: name,
            fix: 'keep files in a folder that all machines share: --files DIR',
          });
        for (let piece = 0; piece < count; piece += 1) {
          const bytes = all.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
          pieces.push({ name, piece, pieces: count, bytes });
          size += bytes.length;
          if (size >= BATCH_BYTES) await send();
        }
      }
      await send();
      for (const name of fresh) kept.add(name);
    },
  };
}

/** In a folder that all workers and whoever pulls can reach. */
export function folderFiles(folder: string, blobs: Blobs): FileStore {
  const kept = new KnownHashes();
  return {
    async keep(names) {
      for (const name of names) {
        if (kept.has(name)) continue;
        const target = sharedPath(folder, name);
        mkdirSync(dirname(target), { recursive: true });
        // Machines that share a folder may have the same process numbers.
        const draft = `${target}.${crypto.randomUUID()}.tmp`;
        copyFileSync(pathOf(blobs, name), draft);
        const fd = openSync(draft, 'r+');
        fsyncSync(fd);
        closeSync(fd);
        try {
          if (!existsSync(target)) linkSync(draft, target);
        } catch (error) {
          if (!existsSync(target)) throw error;
        } finally {
          rmSync(draft, { force: true });
        }
        kept.add(name);
      }
    },
  };
}

/** Just written here, and hashed again by whoever pulls. */
function pathOf(blobs: Blobs, name: string): string {
  const found = blobs.find(name);
  if (found) return found.path;
  throw new SextantError('missing_blob', 'a file of this worker is gone', { where: name });
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
