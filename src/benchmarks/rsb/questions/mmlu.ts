import { sha256 } from '../../../files/index.ts';
import { at, canonicalJson } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import { textsAlike } from './alike.ts';
import { AnswerGroups } from './answer-groups.ts';
import { optionRule } from './buckets.ts';
import { findFiles, type PublishedSet } from './find-files.ts';
import { type MmluRow, readMmlu } from './mmlu-files.ts';
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
  const right = at(texts, answer);
  const wrong = new Set(texts.filter((text) => isMeaningful(text) && text !== right));
  return {
    text: clean(question),
    answer: right,
    wrong: [...wrong],
    category: subject || 'mmlu',
    solution: `Option ${'ABCD'[answer]} is right: ${right}\n#### ${right}`,
  };
}

/**
 * A text as the authors clean it.
 * @example clean(' and/or \n so ') // 'and or or so'
 */
function clean(text: string): string {
  return text.trim().replaceAll('/', ' or ').replaceAll('\\', ' ').split(/\s+/).join(' ').trim();
}

/** Whether there is anything to read in it. */
function isMeaningful(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const QUESTION_CHARS = 400;
const OPTION_CHARS = 60;

/** Options that speak of other options, by place or letter: once they lie on blocks, nobody knows which are meant. */
const SPEAKS_OF_OTHERS = [
  /^\W*(all|any|both|either|neither|none)( of them)?\W*$/i,
  /\b(all|any|both|each|either|neither|none|some|two)\b.{0,12}\b(above|below|these|options?|answers?|choices|following)\b/i,
  /\b[a-d]\)?,? ?(and|or|nor|&) \(?[a-d]\b/i,
];

/** Options that name statements of the question, or judge them: they mean nothing beside other answers. */
const NAMES_STATEMENTS = [
  /^\W*(I{1,3}|IV|V|[1-4])\b.{0,3}\b(and|only|I|II|III|IV)\b/i,
  /^\W*[1-4](, ?[1-4])+\W*$/,
  /^\W*(true|false|yes|no)\b/i,
];

/** Asks for anything but …, for anything that is true, or says only what it is about: answers to other questions would fit too. */
const OPEN_ENDED = [
  /\b(not|cannot|\p{L}+n[’']t|except|exceptions?|unlike|other than|least|never|wrong|false|incorrect|untrue|odd)\b/iu,
  /\b(true|correct|accurate|valid)\b/i,
  /^\s*([^\s\d?]+\s*){1,3}$/,
];

/** Why rows are not asked, in this order; the first reason that holds is counted. */
const reasons: readonly [reason: string, holds: (row: MmluRow) => boolean][] = [
  ['not four choices', ({ choices }) => choices.length !== 4],
  ['nothing to read in the question', ({ question }) => !isMeaningful(question)],
  ['nothing to read in the answer', ({ choices, answer }) => !isMeaningful(at(choices, answer))],
  // Cleaning would turn 1/2 into "1 or 2".
  ['a slash, which cleaning would change', ({ question, choices }) => /[/\\]/.test([question, ...choices].join(' '))],
  [`a question longer than ${QUESTION_CHARS} characters`, ({ question }) => question.trim().length > QUESTION_CHARS],
  [
    `an option longer than ${OPTION_CHARS} characters`,
    ({ choices }) => choices.some((choice) => choice.trim().length > OPTION_CHARS),
  ],
  ['an option that speaks of others', ({ choices }) => choices.some((choice) => matches(SPEAKS_OF_OTHERS, choice))],
  ['options that name statements', ({ choices }) => choices.some((choice) => matches(NAMES_STATEMENTS, choice))],
  ['a question that many answers fit', ({ question }) => matches(OPEN_ENDED, question)],
  ['an option that is a letter', ({ choices }) => choices.some((choice) => /^\s*[a-z]\s*$/i.test(choice))],
];

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
