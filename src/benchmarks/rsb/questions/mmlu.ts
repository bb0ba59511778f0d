import { sha256 } from '../../../files/index.ts';
import { canonicalJson } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import { textsAlike } from './alike.ts';
import { AnswerGroups } from './answer-groups.ts';
import { optionRule } from './buckets.ts';
import { findFiles, type PublishedSet } from './find-files.ts';
import { type MmluRow, readMmlu } from './mmlu-files.ts';
import { clean, isMeaningful, reasons } from './mmlu-filter.ts';
import { isPrepared, readRecords } from './records.ts';
import { apartFrom, incomplete, lost, noQuestions, type QuestionRow, shownFiles, sourceOf } from './rows.ts';
import type { QuestionSource } from './source.ts';

const published: PublishedSet = {
  title: 'MMLU',
  id: 'mmlu',
  names: {
    train: [
      '{mmluqa2/,}{data/,}train.json',
      '{mmlu/,}{mmlu/,}{all/,}auxiliary_train{-*-of-*,}.parquet',
      '{data/,}auxiliary_train/*.csv',
      '{data/,}{dev,val}/*_{dev,val}.csv',
      '{mmlu/,}{mmlu/,}{all/,}{dev,validation}{-*-of-*,}.parquet',
    ],
    test: ['{mmluqa2/,}{data/,}test.json', '{mmlu/,}{mmlu/,}{all/,}test{-*-of-*,}.parquet', '{data/,}test/*_test.csv'],
  },
  rows: { train: 99_842, test: 14_042 },
};

/** Another name whenever rows come in another order. */
const orderRule = 'rsb-order-1';

/**
 * MMLU and files like it. Rows are cleaned, those that cannot be asked on blocks are left out, and the others mixed: their order
 * comes from their content, so it is the same whatever files they are read from. Prepared rows (JSON) are taken as they are.
 * @example const source = await mmlu({ path: '/data/mmlu', split: 'test' })
 */
export async function mmlu({ path, split }: { path?: string; split: Split }): Promise<QuestionSource> {
  const files = findFiles(published, path);
  const { rows: all, rejected, read } = await readAll(files[split]);
  const rows = split === 'train' ? apartFrom(all, (await readAll(files.test)).rows) : all;
  if (rows.length === 0) throw noQuestions(published, split, path);
  // Of this split alone: the authors draw from both, so that answers of the test are seen in training.
  const groups = new AnswerGroups(() => textsAlike(rows));
  return sourceOf({
    split,
    rows,
    rule: optionRule,
    distractors: ({ id }, choices) => groups.wrong(id, choices),
    describe: `MMLU ${split}: ${shownFiles(files[split])}`,
    rejected: { ...rejected, ...lost(all, rows) },
    warnings: read === undefined ? [] : incomplete(published, split, read),
  });
}

interface Read {
  rows: QuestionRow[];
  rejected: Record<string, number>;
  /** How many rows the published files have; absent for prepared ones, which may have any number. */
  read?: number;
}

async function readAll(files: readonly string[]): Promise<Read> {
  if (files.every(isPrepared)) return { rows: files.flatMap(readRecords).map(withId), rejected: {} };
  const rows = new Map<string, QuestionRow>();
  const rejected: Record<string, number> = {};
  const reject = (reason: string) => {
    rejected[reason] = (rejected[reason] ?? 0) + 1;
  };
  let read = 0;
  for (const file of files)
    for await (const found of readMmlu(file)) {
      read += 1;
      const reason = reasons.find(([, holds]) => holds(found))?.[0];
      if (reason !== undefined) {
        reject(reason);
        continue;
      }
      const row = toRow(found);
      const hash = contentHash(row);
      if (rows.has(hash)) reject('asked before');
      else rows.set(hash, withId(row));
    }
  const mixed = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { rows: mixed, rejected, read };
}

/** The same question and options have the same hash in whatever subject and order they stand. */
function contentHash({ text, answer, wrong }: Omit<QuestionRow, 'id'>): string {
  return sha256(canonicalJson([orderRule, text, [answer, ...wrong].sort()]));
}

/** @example 'astronomy/3f9a12bc04de' */
function withId(row: Omit<QuestionRow, 'id'>): QuestionRow {
  return { ...row, id: `${row.category ?? 'mmlu'}/${contentHash(row).slice(0, 12)}` };
}

/** The wrong choices in order, without those that say nothing, the same again, or the answer. */
function toRow({ question, choices, answer, subject }: MmluRow): Omit<QuestionRow, 'id'> {
  const texts = choices.map(clean);
  const right = texts[answer] ?? '';
  const wrong = new Set(texts.filter((text) => isMeaningful(text) && text !== right));
  return {
    text: clean(question),
    answer: right,
    wrong: [...wrong],
    category: subject || 'mmlu',
    solution: `Option ${'ABCD'[answer]} is right: ${right}\n#### ${right}`,
  };
}
