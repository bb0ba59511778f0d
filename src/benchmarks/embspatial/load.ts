import type { LoadOptions } from '../../contracts/index.ts';
import { letterAt, lettered } from '../qa/benchmark.ts';
import { QaDataset, type QaQuestion } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { picturesIn } from '../qa/media.ts';
import { cellsOf, readTable, type TableRow } from '../qa/table.ts';

/** The hub's parquet or EASI's TSV, both with the pictures in them. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const { tables, warnings } = await findTables(opts, {
    id: 'embspatial',
    patterns: [/(^|\/)test-[^/]*\.parquet$/, /(^|\/)EmbSpatialBench\.tsv$/],
  });
  const rows = (await Promise.all(tables.map(readTable))).flat();
  const questions: QaQuestion[] = [];
  for (const row of rows) questions.push(await questionOf(row));
  return new QaDataset({ source: tables.join(', '), questions, warnings });
}

async function questionOf(row: TableRow): Promise<QaQuestion> {
  const cell = cellsOf(row);
  const options = cell.list('answer_options', 'options');
  const choices = lettered(options);
  const said = cell.text('answer');
  // A place among the options in the hub's file, a letter in EASI's.
  const answer = /^\d$/.test(said) ? letterAt(Number(said)) : said;
  if (!Object.hasOwn(choices, answer)) throw cell.wrong('answer', `one of ${Object.keys(choices).join(', ')}`);
  const id = cell.text('question_id', 'index');
  return {
    id,
    // Questions about one picture have ids that end in a number of their own: mp3d_12_0, mp3d_12_1.
    cluster: id.replace(/_\d+$/, ''),
    groups: {
      options: String(options.length),
      ...(cell.has('data_source') && { data_source: cell.text('data_source') }),
      ...(cell.has('relation') && { relation: cell.text('relation') }),
    },
    question: cell.text('question'),
    choices,
    answer,
    texts: {},
    media: await picturesIn(row, ['image']),
  };
}
