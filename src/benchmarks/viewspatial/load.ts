import type { LoadOptions } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { type QaDataset, type QaQuestion, questionsOfRows } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { MediaFolder, picturesIn } from '../qa/media.ts';
import { cellsOf, type TableRow } from '../qa/table.ts';

/** The authors' JSON, EASI's TSV, or lmms-eval's parquet; pictures as files, in archives, or in the parquet. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const found = await findTables(opts, {
    id: 'viewspatial',
    patterns: [/(^|\/)ViewSpatial-Bench\.json$/, /(^|\/)ViewSpatialBench\.tsv$/, /(^|\/)test-[^/]*\.parquet$/],
  });
  // Paths are those of the authors' code, beside which the hub's files lie in a folder of this name.
  const media = new MediaFolder(found.dir, { ownName: 'ViewSpatial-Bench' });
  return questionsOfRows(found, (row, index) => questionOf(row, index, media));
}

async function questionOf(row: TableRow, index: number, media: MediaFolder): Promise<QaQuestion> {
  const cell = cellsOf(row);
  const listed = cell.text('choices', 'candidates');
  const choices = optionsIn(listed);
  // "A. right" in the authors' file, "A" in others.
  const answer = cell.text('answer').replace(/^([A-D])\..*$/s, '$1');
  if (!Object.hasOwn(choices, answer)) throw cell.wrong('answer', `one of ${Object.keys(choices).join(', ')}`);
  const type = cell.text('question_type', 'category');
  const paths = cell.has('image_path') ? cell.paths('image_path') : undefined;
  const shown = paths
    ? paths.map((path) => media.find(path, { ...row.place, column: 'image_path' }))
    : await picturesIn(row, ['images']);
  return {
    id: cell.optional('index') || String(index),
    cluster: paths?.join('\n') ?? String(index),
    groups: {
      type,
      perspective: at(type.split(' '), 0),
      images: String(shown.length),
      options: String(Object.keys(choices).length),
    },
    question: cell.text('question'),
    choices,
    answer,
    texts: { listed },
    media: shown,
  };
}

/** One option per line, `A. right`. */
function optionsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, letter, option = ''] = /^([A-Z])\.\s*(.*)$/.exec(line.trim()) ?? [];
      return letter === undefined ? [] : [[letter, option]];
    }),
  );
}
