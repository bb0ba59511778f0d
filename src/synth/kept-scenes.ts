import { type FileHandle, open, rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Sample } from '../contracts/index.ts';
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
  const body = Buffer.alloc(Math.min(head.readUInt32LE(0), (await file.stat()).size));
  if ((await file.read(body, 0, body.length, at + HEAD)).bytesRead < body.length) return undefined;
  if (body.length === 0 || crc32(body) !== head.readUInt32LE(4)) return undefined;
  return { made: deserialize(body), bytes: HEAD + body.length };
}

async function write(file: FileHandle, at: number, made: Made): Promise<number> {
  const body = serialize(made);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(crc32(body), 4);
  await file.write(Buffer.concat([head, body]), 0, HEAD + body.length, at);
  return HEAD + body.length;
}
