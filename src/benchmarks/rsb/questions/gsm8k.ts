import { extname } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../../../contracts/index.ts';
import { badData, checked, openParquet, readJsonl } from '../../../tables/index.ts';
import { at } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import { numbersAlike } from './alike.ts';
import { AnswerGroups } from './answer-groups.ts';
import { optionRule } from './buckets.ts';
import { findFiles, type PublishedSet } from './find-files.ts';
import { isPrepared, readRecords } from './records.ts';
import { apartFrom, incomplete, lost, noQuestions, type QuestionRow, shownFiles, sourceOf } from './rows.ts';
import type { QuestionSource } from './source.ts';

const published: PublishedSet = {
  title: 'GSM8K',
  id: 'gsm8k',
  names: { train: namesOf('train'), test: namesOf('test') },
  rows: { train: 7473, test: 1319 },
};

function namesOf(split: Split): string[] {
  return ['.json', '{-*-of-*,}.parquet', '.jsonl'].map((ending) => `{gsm8k/,}{main/,data/,}${split}${ending}`);
}

const GsmRow = z.object({ question: z.string().min(1), answer: z.string() });

/**
 * GSM8K as published (JSONL, parquet) or prepared (JSON); row `index` of the file is question `index`.
 * @example const source = await gsm8k({ path: '/data/gsm8k', split: 'test' })
 */
export async function gsm8k({ path, split }: { path?: string; split: Split }): Promise<QuestionSource> {
  const files = findFiles(published, path);
  const all = await readAll(files[split], split);
  const rows = split === 'train' ? apartFrom(all, await readAll(files.test, 'test')) : all;
  if (rows.length === 0) throw noQuestions(published, split, path);
  const groups = new AnswerGroups((choices) => [numbersAlike(rows, choices, numberOf)]);
  return sourceOf({
    split,
    rows,
    rule: optionRule,
    distractors: ({ id }, choices) => groups.wrong(id, choices),
    describe: `GSM8K ${split}: ${shownFiles(files[split])}`,
    rejected: lost(all, rows),
    warnings: files[split].every(isPrepared) ? [] : incomplete(published, split, all.length),
  });
}

function numberOf({ answer, id }: QuestionRow): number {
  const number = parseWhole(answer);
  if (number) return number.value;
  throw new RangeError(`the answer to ${id} is not a whole number`);
}

async function readAll(files: readonly string[], split: Split): Promise<QuestionRow[]> {
  const rows: QuestionRow[] = [];
  for (const file of files) {
    const read = readers[extname(file).toLowerCase()];
    if (!read) throw badData(`expected one of ${Object.keys(readers).join(', ')}`, { file });
    for await (const { where, ...row } of read(file)) {
      if (parseWhole(row.answer)) rows.push({ ...row, id: `${split}/${rows.length}` });
      else throw new SextantError('bad_data', `the answer is "${row.answer}", expected a whole number`, { where });
    }
  }
  return rows;
}

type PlacedRow = Omit<QuestionRow, 'id'> & { where: string };

const readers: Readonly<Record<string, (file: string) => AsyncGenerator<PlacedRow>>> = {
  async *'.json'(file) {
    for (const [index, row] of readRecords(file).entries())
      yield { ...row, where: `${file}[${index}] column final_answer` };
  },
  async *'.jsonl'(file) {
    for await (const { value, where } of readJsonl(file, GsmRow)) yield understand(value, where);
  },
  async *'.parquet'(file) {
    const parquet = await openParquet(file);
    try {
      let index = 0;
      for await (const row of parquet.rows(['question', 'answer'])) {
        const where = `${file}:${index++}`;
        yield understand(checked(row, GsmRow, where), where);
      }
    } finally {
      parquet.close();
    }
  },
};

/** The answer is what follows the first `####`; without one, the last line. */
function understand({ question, answer }: z.infer<typeof GsmRow>, where: string): PlacedRow {
  const [, final = at(answer.trim().split('\n'), -1)] = answer.split('####');
  return { text: question.trim(), answer: final.trim(), wrong: [], solution: answer, where: `${where} column answer` };
}

interface WholeNumber {
  value: number;
  /** Whether thousands are set off by commas. */
  grouped: boolean;
}

/**
 * A whole number as GSM8K writes it, or undefined.
 * @example parseWhole('-1,250') // { value: -1250, grouped: true }
 */
export function parseWhole(text: string): WholeNumber | undefined {
  const grouped = /^-?\d{1,3}(,\d{3})+$/.test(text);
  if (!grouped && !/^-?\d+$/.test(text)) return undefined;
  const value = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(value) ? { value, grouped } : undefined;
}
