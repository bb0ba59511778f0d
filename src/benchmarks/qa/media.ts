import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { type MediaRef, messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular, sha256 } from '../../files/index.ts';
import { describeImage } from '../../media/index.ts';
import { badData, openZipFile, type Where, type ZipFile } from '../../tables/index.ts';
import { plural, Recent } from '../../util/index.ts';
import { pathOf } from '../media-files.ts';
import type { TableRow } from './table.ts';

/** A picture or clip that has not been read yet. */
export interface MediaPlace {
  /** What it is called, for people, and for telling clips from pictures. */
  name: string;
  /** In bytes, where that is known without reading it. */
  size?: number;
  read(): Uint8Array | Promise<Uint8Array>;
}

const clips: Readonly<Record<string, MediaRef['type']>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/webm',
};

/** A folder of media as the hub has it: files, and archives whose entries count as files of the folder. */
export class MediaFolder {
  readonly #dir: string;
  #archived: Map<string, ZipFile> | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Where a file that a row names lies. Archives are only looked into where it is not in the folder itself. */
  find(path: string, place: Where): MediaPlace {
    const name = path.replace(/^(?:\.?\/)+/, '');
    const file = pathOf({ folder: this.#dir, path: name, place });
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile()) return { name, size: found.size, read: () => readRegular(file) };
    this.#archived ??= archivesOf(this.#dir);
    const archive = this.#archived.get(name);
    const size = archive?.sizeOf(name);
    if (archive === undefined || size === undefined) {
      const archives = new Set(this.#archived.values()).size;
      throw badData(`${name} is missing: neither in ${this.#dir} nor in its ${plural(archives, 'archive')}`, place, {
        fix: 'put the files, or the archives that hold them, into the folder of --data',
      });
    }
    return { name, size, read: () => required(archive.read(name), name) };
  }
}

function required(bytes: Uint8Array | undefined, name: string): Uint8Array {
  if (bytes) return bytes;
  throw new SextantError('bad_media', 'the file has changed since it was opened', { where: name });
}

/** Every entry of every archive; one in a folder of its own is unpacked there by the harnesses, so its names begin with it. */
function archivesOf(dir: string): Map<string, ZipFile> {
  const entries = new Map<string, ZipFile>();
  const archives = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.zip$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const path of archives) {
    const zip = openZipFile(path);
    const prefix = relative(dir, join(path, '..')).replaceAll('\\', '/');
    const prefixed: ZipFile =
      prefix === ''
        ? zip
        : {
            names: zip.names.map((name) => `${prefix}/${name}`),
            sizeOf: (name) => zip.sizeOf(name.slice(prefix.length + 1)),
            read: (name) => zip.read(name.slice(prefix.length + 1)),
          };
    for (const name of prefixed.names) if (!entries.has(name)) entries.set(name, prefixed);
  }
  return entries;
}

/**
 * Pictures in cells of a row. How many there are shows once they are read; they are not kept, and read again when they are shown.
 */
export async function picturesIn(row: TableRow, columns: readonly string[]): Promise<MediaPlace[]> {
  const places: MediaPlace[] = [];
  for (const column of columns)
    for (const index of (await row.pictures(column)).keys()) {
      const { file, row: number } = row.place;
      const name = `${basename(file)}:${number} ${column}[${index}]`;
      places.push({ name, read: async () => required((await row.pictures(column))[index], name) });
    }
  return places;
}

/** Most bytes that were described and are still to be asked for. */
const MOST_READ = 2 ** 24;

/** Media by content. One is read and hashed when it is first shown: a short run does not wait for gigabytes. */
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
      this.#read.set(ref, bytes);
      return ref;
    });
    this.#refs.set(place, described);
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
      if (place.size !== undefined && place.size !== ref.bytes) continue;
      if ((await this.describe(place)).sha256 === ref.sha256) return place;
    }
    throw new SextantError('missing_blob', `nothing in this data set has sha256 ${ref.sha256}`, {
      fix: 'use the data that the run was made with',
    });
  }
}

async function describePlace(place: MediaPlace): Promise<{ ref: MediaRef; bytes: Uint8Array }> {
  const type = clips[extname(place.name).toLowerCase()];
  try {
    const bytes = await place.read();
    const ref = type ? { sha256: sha256(bytes), type, bytes: bytes.length } : describeImage(bytes);
    return { ref, bytes };
  } catch (cause) {
    throw new SextantError('bad_media', `cannot use it: ${messageOf(cause)}`, { where: place.name, cause });
  }
}
