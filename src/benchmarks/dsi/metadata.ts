import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { badData, type CsvRow, inferCsvColumn, isNa, readCsvTable, type Where } from '../../tables/index.ts';
import { at, demand } from '../../util/index.ts';
import { type DsiView, isView, views } from './sample.ts';

/** One row of the published tables. Texts are what the authors' script would see of them. */
export interface MetadataRow {
  view: DsiView;
  /** Position among the rows of its view: rows of different views belong together by it, and by nothing else. */
  index: number;
  category: number;
  path: string;
  question: string;
  options: string;
  answer: string;
  videoType?: string;
  others?: string;
  /** File, line. */
  place: Where;
}

export type Metadata = Map<DsiView, MetadataRow[]>;

const columns = ['cate', 'relative_path', 'question', 'options', 'GT'];

/** The files that hold the table of each view, below the data folder: one each, or all in one. */
const folder = 'metadatas';
const combined = ['metadata_4aug.csv', join(folder, 'metadata_4aug.csv')];

/** The rows of every view that is there. */
export async function readMetadata(dir: string): Promise<Metadata> {
  const present = views.filter((view) => existsSync(tableOf(dir, view)));
  const found: Metadata = new Map();
  for (const view of present) found.set(view, await readOne(tableOf(dir, view), view));
  if (present.length > 0) return found;
  const file = combined.map((name) => join(dir, name)).find((name) => existsSync(name));
  if (file) return readCombined(file);
  throw new SextantError('bad_data', `neither ${folder}/std.csv nor ${combined[0]} is there`, {
    where: dir,
    fix: 'name the folder of the whole data set: it has the folders metadatas and videos',
  });
}

/** @example tableOf('DSI-Bench', 'std') // 'DSI-Bench/metadatas/std.csv' */
export function tableOf(dir: string, view: DsiView): string {
  return join(dir, folder, `${view}.csv`);
}

async function readOne(file: string, view: DsiView): Promise<MetadataRow[]> {
  const table = await readCsvTable(file, { columns });
  return understand(file, view, table.rows);
}

async function readCombined(file: string): Promise<Metadata> {
  const table = await readCsvTable(file, { columns: [...columns, 'aug'] });
  const byView = Map.groupBy(table.rows, ({ values, line }) => {
    const aug = demand(values, 'aug');
    if (isView(aug)) return aug;
    throw badData(`"${aug}" is not a view, expected ${views.join(', ')}`, { file, row: line, column: 'aug' });
  });
  const found: Metadata = new Map();
  for (const view of views) {
    const rows = byView.get(view);
    if (rows) found.set(view, understand(file, view, rows));
  }
  return found;
}

function understand(file: string, view: DsiView, rows: readonly CsvRow[]): MetadataRow[] {
  if (rows.length === 0) throw badData('there are no rows below the header', { file });
  const texts = (column: string) => inferCsvColumn(rows.map(({ values }) => demand(values, column))).str;
  const [questions, options, answers] = [texts('question'), texts('options'), texts('GT')];
  return rows.map(({ values, line }, index) => {
    const { cate = '', relative_path: path = '', video_type: videoType = '', others = '' } = values;
    const place = { file, row: line };
    // One fraction makes pandas read all of them as such, and the authors' table of names takes none.
    if (!/^\s*\+?\d{1,9}\s*$/.test(cate))
      throw badData(`"${cate}" is no category, expected a whole number`, { ...place, column: 'cate' });
    if (isNa(path)) throw badData('there is no path to a clip', { ...place, column: 'relative_path' });
    return {
      view,
      index,
      category: Number(cate),
      path,
      question: at(questions, index),
      options: at(options, index),
      answer: at(answers, index),
      ...(!isNa(videoType) && { videoType: sameNumber(videoType) }),
      ...(!isNa(others) && { others }),
      place,
    };
  });
}

/** `0`, `0.0` and `0.00` mean the same in the published files. */
function sameNumber(text: string): string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : String(Number(text));
}
