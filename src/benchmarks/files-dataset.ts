import { createHash } from 'node:crypto';
import { type Dataset, type Json, type MediaRef, type Sample, SextantError } from '../contracts/index.ts';
import { canonicalJson, demand } from '../util/index.ts';
import { checkFiles, type NamedFile, pathOf } from './media-files.ts';
import { filePlace, type MediaPlace, MediaPlaces } from './media-places.ts';

export interface FilesOptions<R, S extends Sample> {
  /** The folder of the data set. */
  dir: string;
  /** Its questions, read and checked: `readCsvTable`, `readJsonl` and `readJsonArray` name file, row and field where they are wrong. */
  rows: readonly R[];
  idOf(row: R): string;
  /** What is asked and what counts as right: the data's hash covers it. */
  content(row: R): Readonly<Record<string, Json>>;
  /** The pictures and clips of a question, in order. */
  media(row: R): readonly NamedFile[];
  sample(row: R, id: string, media: MediaRef[]): S;
  warnings?: readonly string[];
  /** What to do where files are missing. */
  fix: string;
}

/**
 * A data set made of files: a list of rows, and the pictures and clips that they name. All files are looked for at once. They are
 * hashed when they are shown and stand in the run by their own hash; the data's hash covers the rows.
 * @example new FilesDataset({ dir, rows, idOf: ({ id }) => id, content: ({ place, ...row }) => row, media, sample, fix: 'download it again' })
 */
export class FilesDataset<R, S extends Sample> implements Dataset<S> {
  readonly onDisk = true;
  readonly source: string;
  readonly sha256: string;
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
  /** In the order of `ids`: statistics need no file to be hashed. */
  readonly rows: readonly R[];
  readonly #opts: FilesOptions<R, S>;
  /** By path: a file that many rows name is hashed once. */
  readonly #files: ReadonlyMap<string, MediaPlace>;
  readonly #media: MediaPlaces;

  constructor(opts: FilesOptions<R, S>) {
    const { dir, rows, warnings = [] } = opts;
    this.#opts = opts;
    this.source = dir;
    this.rows = rows;
    this.warnings = warnings;
    this.ids = uniqueIds(rows.map(opts.idOf), dir);
    this.sha256 = hashOfRows(rows.map(opts.content));
    const named = rows.flatMap(opts.media);
    checkFiles(named, opts.fix);
    this.#files = new Map(named.map((file) => [pathOf(file), filePlace(pathOf(file))]));
    this.#media = new MediaPlaces([...this.#files.values()]);
  }

  async sample(index: number): Promise<S> {
    const [id, row] = [this.ids[index], this.rows[index]];
    if (id === undefined || row === undefined)
      throw new SextantError('bad_argument', `there is no unit ${index} among ${this.ids.length}`);
    const media: MediaRef[] = [];
    for (const file of this.#opts.media(row)) media.push(await this.#media.describe(demand(this.#files, pathOf(file))));
    return this.#opts.sample(row, id, media);
  }

  bytes(ref: MediaRef): Promise<Uint8Array> {
    return this.#media.bytes(ref);
  }
}

/** The ids, if no two are the same. */
export function uniqueIds(ids: readonly string[], where: string): readonly string[] {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new SextantError('bad_data', `two questions have the id ${id}`, { where });
    seen.add(id);
  }
  return ids;
}

/** A hash that changes when any row does. */
export function hashOfRows(rows: readonly Readonly<Record<string, Json>>[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${canonicalJson(row)}\n`);
  return hash.digest('hex');
}
