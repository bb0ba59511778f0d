import { join } from 'node:path';
import { type LoadOptions, SextantError } from '../../contracts/index.ts';
import { at, count, plural } from '../../util/index.ts';
import { FilesDataset } from '../files-dataset.ts';
import { type Metadata, type MetadataRow, readMetadata } from './metadata.ts';
import { categoryName, census, type DsiSample, isView, optionOf, parseOptions, views } from './sample.ts';

/** The questions of all views, those of one question together. */
export class DsiDataset extends FilesDataset<MetadataRow, DsiSample> {
  constructor(dir: string, rows: readonly MetadataRow[], warnings: readonly string[]) {
    super({
      dir,
      rows,
      warnings,
      idOf: ({ index, view }) => `${String(index).padStart(4, '0')}/${view}`,
      content: ({ view, index, category, path, question, options, answer }) => {
        return { view, index, category, path, question, options, answer };
      },
      media: ({ view, path, place }) => [
        { folder: join(dir, 'videos', view), path, place: { ...place, column: 'relative_path' } },
      ],
      sample({ view, index: _, place: __, path, ...rest }, id, media) {
        const [question = ''] = id.split('/');
        const [source = ''] = path.split('/');
        return {
          id,
          cluster: path,
          groups: { question, view, category: categoryName(rest.category), source },
          media,
          view,
          path,
          ...rest,
          choices: parseOptions(rest.options),
        };
      },
      fix: 'download the folder videos completely, or name the views that are there: dsi:views=std',
    });
  }

  /** The clip of all its views: none of them has to be hashed. */
  together(index: number): string {
    return at(this.rows, index).path;
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
  return new DsiDataset(dir, rows, warningsAbout(metadata));
}

/** The views that were asked for: `all` (that are there), or some, as in `std+hflip`. */
function chosen(metadata: Metadata, wanted: string, dir: string): Metadata {
  if (wanted === 'all') return metadata;
  const names = wanted.split('+');
  const unknown = names.find((name) => !isView(name));
  if (unknown !== undefined)
    throw new SextantError('bad_argument', `"${unknown}" is not a view`, {
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

/** What the official code takes without a word, and a person should know. */
function warningsAbout(metadata: Metadata): string[] {
  const absent = views.filter((view) => !metadata.has(view));
  const rows = [...metadata.values()].flat();
  const [first = []] = metadata.values();
  return [
    ...aboutCounts(metadata),
    ...(absent.length > 0
      ? [`only the views ${[...metadata.keys()].join(', ')} are loaded: group-wise scores need all four`]
      : []),
    ...about(rows, 'no truth among A to D, and so can never be right', ({ answer }) => !/^[A-D]$/.test(answer.trim())),
    ...about(
      rows.filter(({ answer }) => /^[A-D]$/.test(answer.trim())),
      'a truth that is not among the options',
      ({ options, answer }) => optionOf(parseOptions(options), answer.trim()) === undefined,
    ),
    ...about(
      rows,
      'fewer than four options that can be told apart by letter',
      ({ options }) => Object.keys(parseOptions(options)).length < 4,
    ),
    ...about(rows, 'another clip than the first view', ({ index, path }) => first[index]?.path !== path),
    ...about(
      rows,
      'another category than the first view',
      ({ index, category }) => first[index]?.category !== category,
    ),
  ];
}

/** Tables that are not whole. */
function aboutCounts(metadata: Metadata): string[] {
  const [rows = []] = metadata.values();
  if (rows.length === census.questions) return [];
  const here = plural(rows.length, 'question');
  return [`${here} here, DSI-Bench has ${count(census.questions)}: scores are of these alone`];
}

function about(rows: readonly MetadataRow[], what: string, is: (row: MetadataRow) => boolean): string[] {
  const found = rows.filter(is);
  const [example] = found;
  if (!example) return [];
  const rowsHave = `${plural(found.length, 'row')} ${found.length === 1 ? 'has' : 'have'}`;
  return [`${rowsHave} ${what}; the first is ${example.place.file}:${example.place.row}`];
}
