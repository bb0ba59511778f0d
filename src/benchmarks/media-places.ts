import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { type MediaRef, messageOf, SextantError } from '../contracts/index.ts';
import { readRegular, sha256, streamRegular } from '../files/index.ts';
import { describeImage } from '../media/index.ts';
import { Recent } from '../util/index.ts';

/** A picture or clip that has not been read yet. */
export interface MediaPlace {
  /** What it is called, for people, and for telling clips from pictures. */
  name: string;
  /** In bytes, where that is known without reading it. */
  size?(): number | undefined;
  read(): Uint8Array | Promise<Uint8Array>;
  /** The same bytes in pieces: a clip may be larger than memory. */
  stream?(): AsyncIterable<Uint8Array>;
}

/** A file on disk; `name` is what people call it, its path unless told. */
export function filePlace(path: string, name = path): MediaPlace {
  return {
    name,
    size: () => statSync(path, { throwIfNoEntry: false })?.size,
    read: () => readRegular(path),
    stream: () => streamRegular(path, { highWaterMark: 2 ** 17 }),
  };
}

/** Most bytes that were described and are still to be asked for. */
const MOST_READ = 2 ** 24;

/**
 * Media by content. One is read and hashed when it is first shown: a short run does not wait for gigabytes.
 * @example const media = new MediaPlaces(places); const ref = await media.describe(place); const bytes = await media.bytes(ref);
 */
export class MediaPlaces {
  readonly #places: readonly MediaPlace[];
  readonly #refs = new Map<MediaPlace, Promise<MediaRef>>();
  readonly #byHash = new Map<string, MediaPlace>();
  /** Who describes a picture mostly shows it next: it is read and hashed once for both. */
  readonly #read = new Recent<MediaRef, Uint8Array>(MOST_READ, { weigh: ({ bytes }) => bytes });

  constructor(places: readonly MediaPlace[]) {
    this.#places = places;
  }

  describe(place: MediaPlace): Promise<MediaRef> {
    const known = this.#refs.get(place);
    if (known) return known;
    const described = describePlace(place).then(({ ref, bytes }) => {
      this.#byHash.set(ref.sha256, place);
      if (bytes) this.#read.set(ref, bytes);
      return ref;
    });
    this.#refs.set(place, described);
    // A disk that comes back is asked again.
    described.catch(() => this.#refs.delete(place));
    return described;
  }

  async bytes(ref: MediaRef): Promise<Uint8Array> {
    const read = this.#read.get(ref);
    this.#read.delete(ref);
    if (read) return read;
    const place = this.#byHash.get(ref.sha256) ?? (await this.#search(ref));
    const bytes = await place.read();
    if (sha256(bytes) === ref.sha256) return bytes;
    throw new SextantError('bad_media', 'the file changed while it was in use', { where: place.name });
  }

  /** For a reference from an earlier process: only places that can be of the right size are read. */
  async #search(ref: MediaRef): Promise<MediaPlace> {
    for (const place of this.#places) {
      if (place.size && place.size() !== ref.bytes) continue;
      if ((await this.describe(place)).sha256 === ref.sha256) return place;
    }
    throw new SextantError('missing_blob', `no file of this data set has sha256 ${ref.sha256}`, {
      fix: 'use the data that the run was made with',
    });
  }
}

const clips: Readonly<Record<string, MediaRef['type']>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/webm',
};

/** The reference, and a picture's bytes. A clip is known by its name and read in pieces where it can be; nothing is decoded. */
async function describePlace(place: MediaPlace): Promise<{ ref: MediaRef; bytes?: Uint8Array }> {
  const type = clips[extname(place.name).toLowerCase()];
  try {
    if (type && place.stream) return { ref: { type, ...(await hashOf(place.stream())) } };
    const bytes = await place.read();
    return { ref: type ? { sha256: sha256(bytes), type, bytes: bytes.length } : describeImage(bytes), bytes };
  } catch (cause) {
    throw new SextantError('bad_media', `cannot use the file: ${messageOf(cause)}`, { where: place.name, cause });
  }
}

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
