import type { LoadOptions, SextantError } from '../../contracts/index.ts';
import { letterAt } from '../qa/benchmark.ts';
import { QaDataset, type QaQuestion } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { MediaFolder } from '../qa/media.ts';
import { cellsOf, readTable, type TableRow } from '../qa/table.ts';

const numbers = ['object_abs_distance', 'object_counting', 'object_size_estimation', 'room_size_estimation'];
const letters = [
  'object_rel_direction_easy',
  'object_rel_direction_medium',
  'object_rel_direction_hard',
  'object_rel_distance',
  'route_planning',
  'obj_appearance_order',
];

/** The hub's table or EASI's TSV, and clips as files or in the hub's archives. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const debiased = opts.args.debiased === '1';
  const { dir, tables, warnings } = await findTables(opts, {
    id: 'vsi',
    patterns: debiased
      ? [/(^|\/)test_debiased[^/]*\.(parquet|jsonl)$/, /(^|\/)VSI-Bench-Debiased\.tsv$/]
      : [/(^|\/)test\.jsonl$/, /(^|\/)test(-[^/]*)?\.parquet$/, /(^|\/)VSI-Bench\.tsv$/],
  });
  const media = new MediaFolder(dir);
  const rows = (await Promise.all(tables.map(readTable))).flat();
  const questions = rows.map((row, index) => questionOf(row, index, media));
  return new QaDataset({ source: tables.join(', '), questions, warnings });
}

function questionOf(row: TableRow, index: number, media: MediaFolder): QaQuestion {
  const cell = cellsOf(row);
  const type = cell.text('question_type');
  const isNumber = numbers.includes(type);
  if (!isNumber && !letters.includes(type))
    throw cell.wrong('question_type', `one of ${[...numbers, ...letters].join(', ')}`);
  const path = cell.has('video') ? cell.text('video') : `${cell.text('dataset')}/${cell.text('scene_name')}.mp4`;
  const options = isNumber ? [] : cell.list('options', 'candidates');
  const answer = cell.text('ground_truth', 'answer');
  const [dataset = ''] = path.split('/');
  return {
    id: cell.optional('id', 'index') || String(index),
    cluster: path,
    groups: {
      question_type: type,
      type: type.replace(/^(object_rel_direction)_.*/, '$1'),
      dataset,
      ...(!isNumber && { options: String(options.length) }),
    },
    question: cell.text('question'),
    choices: choicesOf(options, (message) => cell.wrong('options', message)),
    answer: isNumber ? numberOf(answer, () => cell.wrong('ground_truth', 'a number above 0')) : answer,
    texts: { listed: options.join('\n') },
    media: [media.find(path, { ...row.place, column: 'video' })],
  };
}

/** `["A. the table", …]`: the letters stand in the options. */
function choicesOf(options: readonly string[], wrong: (expected: string) => SextantError): Record<string, string> {
  return Object.fromEntries(
    options.map((option, index) => {
      const [, letter, text = ''] = /^([A-Z])[.:)]\s*(.*)$/s.exec(option) ?? [];
      if (letter !== letterAt(index)) throw wrong(`option ${letterAt(index)} at place ${index + 1}`);
      return [letter, text];
    }),
  );
}

/** The official script divides by it. */
function numberOf(text: string, wrong: () => SextantError): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw wrong();
}
