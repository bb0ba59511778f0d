import { createHash } from 'node:crypto';
import { type Dataset, type LoadOptions, type MediaRef, SextantError } from '../../contracts/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { categoryName } from './category.ts';
import { Clips, checkClips, clipPath } from './clips.ts';
import { type Metadata, type MetadataRow, readMetadata } from './metadata.ts';
import { parseOptions } from './options.ts';
import type { DsiSample } from './sample.ts';
import { isView, views } from './views.ts';
import { warningsAbout } from './warnings.ts';

/** The questions of all views, those of one question together. */
export class DsiDataset implements Dataset<DsiSample> {
  readonly onDisk = true;
  readonly source: string;
  readonly sha256: string;
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
  /** In the order of `ids`: statistics need no clip to be hashed. */
  readonly rows: readonly MetadataRow[];
  readonly #clips: Clips;

  constructor(dir: string, rows: readonly MetadataRow[], warnings: readonly string[]) {
    this.source = dir;
    this.rows = rows;
    this.warnings = warnings;
    this.ids = rows.map(({ index, view }) => `${String(index).padStart(4, '0')}/${view}`);
    this.sha256 = hashRows(rows);
    this.#clips = new Clips([...new Set(rows.map((row) => clipPath(dir, row)))]);
  }

  async sample(at: number): Promise<DsiSample> {
    const [id, row] = [this.ids[at], this.rows[at]];
    if (id === undefined || row === undefined)
      throw new SextantError('bad_argument', `there is no unit ${at} among ${this.ids.length}`);
    const { view, index: _, place: __, path, ...rest } = row;
    const [question = ''] = id.split('/');
    const [source = ''] = path.split('/');
    return {
      id,
      cluster: path,
      groups: { question, view, category: categoryName(row.category), source },
      media: [await this.#clips.describe(clipPath(this.source, row))],
      view,
      path,
      ...rest,
      choices: parseOptions(row.options),
    };
  }

  bytes(ref: MediaRef): Promise<Uint8Array> {
    return this.#clips.bytes(ref);
  }
}

/**
 * Reads the tables and makes sure that every clip is there.
 * The hash covers questions, options, truths, categories and paths, not the clips: those are hashed when they are shown,
 * and stand in the run by their own hash.
 */
export async function load({ dir, args }: LoadOptions): Promise<DsiDataset> {
  if (dir === undefined)
    throw new SextantError('bad_argument', 'dsi needs its files', {
      where: '--data',
      fix: 'name their folder: --data DIR',
    });
  const metadata = chosen(await readMetadata(dir), args.views ?? 'all', dir);
  const counts = [...metadata].map(([view, rows]) => `${view} ${rows.length}`);
  if (new Set([...metadata.values()].map((rows) => rows.length)).size > 1)
    throw new SextantError('bad_data', `the views have different numbers of rows: ${counts.join(', ')}`, {
      where: dir,
      fix: 'rows belong together by position: download the tables again',
    });
  const [first = []] = metadata.values();
  const rows = first.flatMap((_, index) => [...metadata.values()].flatMap((of) => of[index] ?? []));
  checkClips(dir, rows);
  return new DsiDataset(dir, rows, warningsAbout(metadata));
}

/** The views that were asked for: `all` (that are there), or some, as in `std+hflip`. */
function chosen(metadata: Metadata, wanted: string, dir: string): Metadata {
  if (wanted === 'all') return metadata;
  const names = wanted.split('+');
  const unknown = names.find((name) => !isView(name));
  if (unknown !== undefined)
    throw new SextantError('bad_argument', `"${unknown}" is no view`, {
      where: 'dsi:views',
      fix: `all, or some of ${views.join('+')}`,
    });
  const picked: Metadata = new Map();
  for (const view of views.filter((name) => names.includes(name))) {
    const rows = metadata.get(view);
    if (!rows) throw new SextantError('bad_data', `there is no table of the view ${view}`, { where: dir });
    picked.set(view, rows);
  }
  return picked;
}

function hashRows(rows: readonly MetadataRow[]): string {
  const hash = createHash('sha256');
  for (const { view, index, category, path, question, options, answer } of rows)
    hash.update(`${canonicalJson({ view, index, category, path, question, options, answer })}\n`);
  return hash.digest('hex');
}
