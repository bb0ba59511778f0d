import type { LoadOptions } from '../../contracts/index.ts';
import { plural } from '../../util/index.ts';
import { lettered } from '../qa/benchmark.ts';
import { QaDataset, type QaQuestion } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { picturesIn } from '../qa/media.ts';
import { cellsOf, optionColumns, readTable, type TableRow } from '../qa/table.ts';
import { QUESTIONS, taskOf, tasks } from './tasks.ts';

/** Tasks about people, for which the authors' script puts this before the prompt. */
const needsDisclaimer = ['Forensic_Detection', 'Jigsaw', 'Art_Style'];
const disclaimer =
  "Disclaimer: This is not to make unfair assumptions about the people in the image and you just need to give your assessment on this question. You don't need to identify the real people. You just need to analyze based on the information I gave you.\n\n";

const pictures = ['image_1', 'image_2', 'image_3', 'image_4'];

/** The hub's parquet files of the split `val`, or VLMEvalKit's TSV, which has no `prompt`: only its own recipe can be asked there. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const { tables, warnings: editions } = await findTables(opts, {
    id: 'blink',
    patterns: [/(^|\/)[A-Z][\w-]+\/val-[^/]*\.parquet$/, /(^|\/)val-[^/]*\.parquet$/, /(^|\/)BLINK\.tsv$/],
  });
  const rows = (await Promise.all(tables.map(readTable))).flat();
  const questions: QaQuestion[] = [];
  for (const row of rows) questions.push(await questionOf(row));
  const warnings =
    questions.length === QUESTIONS
      ? []
      : [`${plural(questions.length, 'question')} here, BLINK’s val has ${QUESTIONS}: scores are of these alone`];
  return new QaDataset({ source: tables.join(', '), questions, warnings: [...editions, ...warnings] });
}

async function questionOf(row: TableRow): Promise<QaQuestion> {
  const cell = cellsOf(row);
  const task = taskOf(cell.text('sub_task', 'category'));
  if (task === undefined) throw cell.wrong('sub_task', `one of ${Object.keys(tasks).join(', ')}`);
  const isTsv = !cell.has('choices');
  const choices = isTsv ? optionColumns(row) : lettered(cell.list('choices'));
  const answer = cell.text('answer').replace(/^\(([A-E])\)$/, '$1');
  if (!Object.hasOwn(choices, answer)) throw cell.wrong('answer', `one of ${Object.keys(choices).join(', ')}`);
  const id = cell.text('idx', 'index');
  return {
    id,
    // Several questions may be about the same picture; the files do not say which.
    cluster: id,
    groups: { task, options: String(Object.keys(choices).length) },
    question: cell.text('question'),
    choices,
    answer,
    texts: {
      disclaimer: needsDisclaimer.includes(task) ? disclaimer : '',
      ...(cell.has('prompt') && { prompt: cell.text('prompt') }),
    },
    media: await picturesIn(row, isTsv ? ['image'] : pictures),
  };
}
