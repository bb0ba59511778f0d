import { type FileHandle, open, rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Sample } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';
import { at as take } from '../util/index.ts';
import type { Made } from './family.ts';

/** Length and checksum before every scene. */
const HEAD = 8;

/**
 * Scenes in their order: first those that a file holds from an earlier attempt, then those that `make` makes from there on,
 * which the file keeps as they come. It is removed when all are done, or when going on would meet the same error. @param isPart
 * whether it is a part of a set, which stays when it is done
 * @example for await (const made of keepScenes('my-set.1a2b3c4d.part', (first) => makeFrom(first), stop)) …
 */
export async function* keepScenes<S extends Sample>(
  path: string,
  make: (first: number) => AsyncIterable<Made<S>>,
  stop?: AbortSignal,
  isPart = false,
): AsyncGenerator<Made<S>> {
  const file = (await open(path, 'r+').catch(() => undefined)) ?? (await open(path, 'w+'));
  let isDone = false;
  try {
    let [at, scenes] = [0, 0];
    for (;;) {
      const kept = await read<S>(file, at);
      if (!kept) break;
      yield kept.made;
      at += kept.bytes;
      scenes += 1;
    }
    for await (const made of make(scenes)) {
      // Always at its place: whoever makes the same set at the same time writes the same bytes there.
      at += await write(file, at, made);
      yield made;
    }
    isDone = true;
  } finally {
    await file.close();
    if (!(isDone ? isPart : stop?.aborted)) await rm(path, { force: true });
  }
}

/** The scenes that a file holds, up to the first that was not written in full. */
export async function* keptScenes<S extends Sample>(path: string): AsyncGenerator<Made<S>> {
  const file = await open(path, 'r');
  try {
    for (let at = 0; ; ) {
      const kept = await read<S>(file, at);
      if (!kept) return;
      yield kept.made;
      at += kept.bytes;
    }
  } finally {
    await file.close();
  }
}

/** The scene that begins there, unless it was torn off or never written. */
async function read<S extends Sample>(
  file: FileHandle,
  at: number,
): Promise<{ made: Made<S>; bytes: number } | undefined> {
  const head = Buffer.alloc(HEAD);
  if ((await file.read(head, 0, HEAD, at)).bytesRead < HEAD) return undefined;
  const { size } = await file.stat();
  const next = async (from: number, length: number) => {
    const body = Buffer.alloc(Math.min(length, size));
    return (await file.read(body, 0, body.length, from)).bytesRead === length ? body : undefined;
  };
  const body = await next(at + HEAD, head.readUInt32LE(0));
  if (!body?.length || crc32(body) !== head.readUInt32LE(4)) return undefined;
  const { made, lengths }: KeptScene<S> = deserialize(body);
  const blobs: Uint8Array[] = [];
  let end = at + HEAD + body.length;
  for (const [n, length] of lengths.entries()) {
    const bytes = await next(end, length);
    const ref = made.files[n]?.ref;
    if (!bytes || (ref && sha256(bytes) !== ref.sha256)) return undefined;
    blobs.push(bytes);
    end += length;
  }
  return { made: joined(made, blobs), bytes: end - at };
}

/** Written as it is handed over: what is large is neither copied nor looked at. */
async function write(file: FileHandle, at: number, scene: Made): Promise<number> {
  const { made, blobs } = parted(scene);
  const body = serialize({ made, lengths: blobs.map(({ length }) => length) } satisfies KeptScene);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(crc32(body), 4);
  const { bytesWritten } = await file.writev([head, body, ...blobs], at);
  return bytesWritten;
}

/** A scene without what is large, and how many bytes each of that has. */
interface KeptScene<S extends Sample = Sample> {
  made: Made<S>;
  lengths: number[];
}

const nothing = new Uint8Array();

/** What is large, files first, and the rest. */
function parted<S extends Sample>(made: Made<S>): { made: Made<S>; blobs: Uint8Array[] } {
  const blobs: Uint8Array[] = [];
  const rest = exchanged(made, (bytes) => {
    blobs.push(bytes);
    return nothing;
  });
  return { made: rest, blobs };
}

function joined<S extends Sample>(made: Made<S>, blobs: readonly Uint8Array[]): Made<S> {
  let next = 0;
  return exchanged(made, () => take(blobs, next++));
}

/** The same scene with other bytes for its files and for what is published of it. */
function exchanged<S extends Sample>(made: Made<S>, change: (bytes: Uint8Array) => Uint8Array): Made<S> {
  const files = made.files.map(({ ref, bytes }) => ({ ref, bytes: change(bytes) }));
  if (!made.published) return { ...made, files };
  const { answers, rows, lines } = made.published;
  const published = {
    answers,
    ...(rows && {
      rows: Object.fromEntries(
        Object.entries(rows).map(([name, { bytes, groups }]) => [name, { bytes: change(bytes), groups }]),
      ),
    }),
    ...(lines && { lines: change(lines) }),
  };
  return { ...made, files, published };
}
