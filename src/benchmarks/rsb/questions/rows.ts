import { SextantError } from '../../../contracts/index.ts';
import { sha256 } from '../../../files/index.ts';
import { canonicalJson, count, plural } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import type { PublishedSet } from './find-files.ts';
import type { QuestionSource, RawQuestion } from './source.ts';

/** A question of a file, with the wrong options that came with it. */
export interface QuestionRow extends Omit<RawQuestion, 'distractors'> {
  wrong: readonly string[];
  /** Nine of them, where the file has its own for ten choices. */
  wrong10?: readonly string[];
}

export interface RowSource extends Pick<QuestionSource, 'split' | 'describe' | 'rejected' | 'warnings'> {
  rows: readonly QuestionRow[];
  /** Names how wrong options are made: another name whenever the same row gets others. */
  rule: string;
  distractors(row: QuestionRow, choices: number): readonly string[];
}

/** Rows of files as a source of questions. */
export function sourceOf({ rows, rule, distractors, ...rest }: RowSource): QuestionSource {
  return {
    ...rest,
    size: rows.length,
    question(index, choices) {
      const row = rows[index];
      if (!row)
        throw new SextantError('bad_argument', `${rest.describe} has no question ${index}, only ${rows.length}`);
      const { wrong: _, wrong10: __, ...question } = row;
      const own = [row.wrong, row.wrong10 ?? []].find((list) => list.length >= choices - 1);
      return { ...question, distractors: own?.slice(0, choices - 1) ?? distractors(row, choices) };
    },
    sha256: sha256(canonicalJson({ rule, rows })),
  };
}

/** Files for people: a long list is cut. */
export function shownFiles(files: readonly string[]): string {
  return files.length > 2 ? `${files[0]} and ${plural(files.length - 1, 'other file')}` : files.join(', ');
}

/** What a person should know when files do not hold what was published: then other questions are asked. */
export function incomplete({ title, rows }: PublishedSet, split: Split, found: number): string[] {
  if (found === rows[split]) return [];
  return [`${split} has ${plural(found, 'row')} here, ${title} has ${count(rows[split])}: its questions are others`];
}

/** Files are there, but none of them is of this split. */
export function noQuestions({ title }: PublishedSet, split: Split, path: string | undefined): SextantError {
  return new SextantError('bad_data', `there are no ${split} questions of ${title} here`, {
    ...(path !== undefined && { where: path }),
    fix: 'name the folder that has the files of both splits',
  });
}

/** Rows whose question is not asked in the other list, whatever its letters’ case and spaces. */
export function apartFrom(rows: readonly QuestionRow[], others: readonly QuestionRow[]): QuestionRow[] {
  const asked = new Set(others.map(({ text }) => questionKey(text)));
  return rows.filter(({ text }) => !asked.has(questionKey(text)));
}

/** For `rejected`: how many rows `apartFrom` took away. */
export function lost(before: readonly QuestionRow[], after: readonly QuestionRow[]): Record<string, number> {
  return before.length > after.length ? { 'asked in the test split too': before.length - after.length } : {};
}

function questionKey(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
