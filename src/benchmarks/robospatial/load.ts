import { dirname } from 'node:path';
import type { Dataset, LoadOptions } from '../../contracts/index.ts';
import { PythonTuple, type PythonValue, pythonLiteral } from '../../extract/index.ts';
import { sha256 } from '../../files/index.ts';
import { at, plural } from '../../util/index.ts';
import type { MediaPlace } from '../media-places.ts';
import { PlacesDataset } from '../places-dataset.ts';
import { knownMask } from '../pointing/mask-place.ts';
import { findTables } from '../qa/files.ts';
import { MediaFolder, picturesIn } from '../qa/media.ts';
import { cellsOf, readTable, type TableRow } from '../qa/table.ts';
import { QUESTIONS } from './published.ts';
import { categories, type RobospatialSample } from './sample.ts';
import { shareOf } from './score.ts';

/** The picture, and the mask where there is one. */
type RobospatialQuestion = Pick<RobospatialSample, 'id' | 'cluster' | 'groups' | 'question' | 'truth'> & {
  media: readonly MediaPlace[];
};

/** The hub's parquet files, one per category; the `annotations.json` that the authors' script makes of them; or EASI's TSV. */
export async function load(opts: LoadOptions): Promise<Dataset<RobospatialSample>> {
  const { tables, warnings: editions } = await findTables(opts, {
    id: 'robospatial',
    patterns: [
      new RegExp(`(^|/)(${categories.join('|')})-[^/]*\\.parquet$`),
      /(^|\/)annotations\.json$/,
      /(^|\/)RoboSpatialHome\.tsv$/,
    ],
  });
  const questions: RobospatialQuestion[] = [];
  const seen = new Map<string, number>();
  for (const table of tables) {
    const folder = new MediaFolder(dirname(table));
    for (const row of await readTable(table)) questions.push(await questionOf(row, folder, seen));
  }
  const warnings =
    questions.length === QUESTIONS
      ? []
      : [`${plural(questions.length, 'question')} here, RoboSpatial-Home has ${QUESTIONS}: scores are of these alone`];
  return new PlacesDataset<RobospatialQuestion, RobospatialSample>({
    source: tables.join(', '),
    questions,
    content: ({ question, truth, groups }) => ({
      question,
      truth: typeof truth === 'string' ? truth : truth.map((corner) => [...corner]),
      groups,
    }),
    sample({ media: _, ...rest }, refs) {
      const image = at(refs, 0);
      const { width = 1, height = 1 } = image;
      return { ...rest, media: [image], size: { width, height }, ...(refs[1] && { mask: refs[1] }) };
    },
    warnings: [...editions, ...warnings],
  });
}

async function questionOf(row: TableRow, folder: MediaFolder, seen: Map<string, number>): Promise<RobospatialQuestion> {
  const cell = cellsOf(row);
  const category = cell.text('category');
  if (!categories.some((name) => name === category)) throw cell.wrong('category', `one of ${categories.join(', ')}`);
  const number = seen.get(category) ?? 0;
  seen.set(category, number + 1);
  const truth = truthOf(cell.text('answer'));
  if (truth === undefined) throw cell.wrong('answer', 'yes, no, or a list of at least three (x, y)');
  const image = await pictureOf(row, folder, ['img', 'image']);
  if (!image) throw cell.wrong('img', 'a picture');
  const mask = typeof truth === 'string' ? undefined : await pictureOf(row, folder, ['mask']);
  return {
    id: cell.optional('index') || `${category}/${number}`,
    // Several questions are about one picture, and the files do not say which.
    cluster: sha256(await image.read()),
    groups: { category, chance: typeof truth === 'string' ? '0.5' : shareOf(truth).toFixed(4) },
    question: cell.text('question'),
    truth,
    media: mask ? [image, (await knownMask(mask)).place] : [image],
  };
}

/** In a cell, or in a file that the cell names. */
async function pictureOf(
  row: TableRow,
  folder: MediaFolder,
  columns: readonly string[],
): Promise<MediaPlace | undefined> {
  for (const column of columns) {
    const path = row.cells[column];
    if (typeof path === 'string') return folder.find(path, { ...row.place, column });
  }
  if (/\.json$/i.test(row.place.file)) return undefined;
  return (await picturesIn(row, columns)).at(0);
}

/** As the authors' script reads it: a word, or a Python list of points. */
function truthOf(text: string): RobospatialSample['truth'] | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'yes' || word === 'no') return word;
  let list: PythonValue;
  try {
    list = pythonLiteral(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(list) || list.length < 3) return undefined;
  const corners = list.flatMap((corner): [number, number][] => {
    const [x, y, ...more] = corner instanceof PythonTuple ? corner.items : Array.isArray(corner) ? corner : [];
    const [a, b] = [numberOf(x), numberOf(y)];
    return a === undefined || b === undefined || more.length > 0 ? [] : [[a, b]];
  });
  return corners.length === list.length ? corners : undefined;
}

function numberOf(value: PythonValue | undefined): number | undefined {
  const number = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
