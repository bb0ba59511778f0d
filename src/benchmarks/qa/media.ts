import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { badData, openZipFile, type Where, type ZipFile } from '../../tables/index.ts';
import { plural } from '../../util/index.ts';
import { pathOf } from '../media-files.ts';
import { filePlace, type MediaPlace } from '../media-places.ts';
import type { TableRow } from './table.ts';

/** A folder of media as the hub has it: files, and archives whose entries count as files of the folder. */
export class MediaFolder {
  readonly #dir: string;
  readonly #ownName: string | undefined;
  /** One place per file, however many rows name it: it is hashed once. */
  readonly #found = new Map<string, MediaPlace>();
  #archived: Map<string, ZipFile> | undefined;
  readonly #folders = new Set<string>();

  /** @param opts.ownName what rows call this very folder, where their paths begin with it */
  constructor(dir: string, opts: { ownName?: string } = {}) {
    this.#dir = dir;
    this.#ownName = opts.ownName;
  }

  /** Where a file that a row names lies. Archives are only looked into where it is not in the folder itself. */
  find(path: string, place: Where): MediaPlace {
    const name = path.replace(/^(?:\.?\/)+/, '');
    const known = this.#found.get(name);
    if (known) return known;
    const found = this.#look(name, place);
    this.#found.set(name, found);
    return found;
  }

  #look(name: string, place: Where): MediaPlace {
    const inside = this.#ownName !== undefined && name.startsWith(`${this.#ownName}/`);
    const paths = inside ? [name, name.slice(`${this.#ownName}/`.length)] : [name];
    const file = paths.map((path) => pathOf({ folder: this.#dir, path, place })).find(isFile);
    if (file !== undefined) return filePlace(file, name);
    this.#archived ??= archivesOf(this.#dir);
    for (const path of paths) {
      const entry = this.#entryFor(path, this.#archived);
      const archive = this.#archived.get(entry);
      const size = archive?.sizeOf(entry);
      if (archive === undefined || size === undefined) continue;
      return { name, size: () => size, read: () => required(archive.read(entry), name) };
    }
    const archives = new Set(this.#archived.values()).size;
    throw badData(
      `${name.slice(0, 200)} is missing: neither in ${this.#dir} nor in its ${plural(archives, 'archive')}`,
      place,
      {
        fix: 'put the files, or the archives that hold them, into the folder of --data',
      },
    );
  }

  /** Some archives have everything in one more folder, which rows do not name: it is looked for once. */
  #entryFor(name: string, archived: ReadonlyMap<string, ZipFile>): string {
    const folders = () => ['', ...this.#folders].map((folder) => `${folder}${name}`);
    const known = folders().find((path) => archived.has(path));
    if (known !== undefined) return known;
    const ending = [...archived.keys()].filter((path) => path.endsWith(`/${name}`));
    // Of several nobody knows which is meant.
    const [only] = ending.length === 1 ? ending : [];
    if (only === undefined) return name;
    this.#folders.add(only.slice(0, -name.length));
    return only;
  }
}

/** No file has a name that the system finds too long. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
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
