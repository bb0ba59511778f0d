import type { MediaRef } from '../../../contracts/index.ts';
import { joinQuestion, partQuestion, pythonStrip as strip } from '../../../extract/index.ts';
import { badData, type Where } from '../../../tables/index.ts';
import { categories, categoryOf } from '../sample.ts';

/** A row of a published file before it is checked; cells as they stand there. */
export interface PublishedRow {
  place: Where;
  index: string;
  question: string;
  /** Options by letter, where the file has a column for each; otherwise they stand in the question. */
  options?: Record<string, string>;
  answer: string;
  label: string;
  /** The index of the question that this row is a rotation of. */
  group?: string;
  hint?: string;
  thought?: string;
  difficulty?: string;
  duration?: number;
}

/** A question without its pictures. */
export interface CheckedQuestion {
  place: Where;
  index: number;
  question: string;
  stem: string;
  choices: Record<string, string>;
  answer: string;
  label: string;
  category: string;
  group?: number;
  hint?: string;
  thought?: string;
  difficulty?: string;
  duration?: number;
}

/** A question with its pictures, as a file holds it. */
export interface FoundQuestion extends CheckedQuestion {
  media: MediaRef[];
}

/** Checks a row; what is wrong is `bad_data` naming file, row and column. `names` are the columns as the file calls them. */
export function checkRow(row: PublishedRow, names: { index: string; category: string }): CheckedQuestion {
  const { place, options, index, group, label, answer, ...rest } = row;
  const wrong = (column: string, message: string) => badData(message, { ...place, column });
  if (strip(row.question) === '') throw wrong('question', 'the question is empty');
  const category = categoryOf(label)?.name;
  if (category === undefined) {
    const known = categories.map(({ easi }) => easi).join(', ');
    throw wrong(
      names.category,
      `"${label}" is no category of MMSI-Bench; they are ${known}, or these in other spellings`,
    );
  }
  // Every form of the data has A to D; only columns can say otherwise.
  const letters = Object.keys(options ?? { A: '', B: '', C: '', D: '' });
  if (!letters.includes(answer)) throw wrong('answer', `the answer is "${answer}", expected ${list(letters)}`);
  const parted = options ? { stem: row.question, options } : partQuestion(row.question);
  return {
    ...rest,
    place,
    index: wholeNumber(index, () => wrong(names.index, `"${index}" is not a whole number`)),
    question: options ? joinQuestion(parted) : row.question,
    stem: parted.stem,
    choices: parted.options,
    answer,
    label,
    category,
    ...(group !== undefined && {
      group: wholeNumber(group, () => wrong('g_index', `"${group}" is not a whole number`)),
    }),
  };
}

/** Throws when two questions have the same index. */
export function checkUnique(questions: readonly CheckedQuestion[], column: string): void {
  const seen = new Map<number, CheckedQuestion>();
  for (const question of questions) {
    const before = seen.get(question.index);
    if (before) {
      const message = `${column} ${question.index} is there twice, first in row ${before.place.row}`;
      throw badData(message, { ...question.place, column });
    }
    seen.set(question.index, question);
  }
}

function wholeNumber(text: string, error: () => Error): number {
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && Number.isSafeInteger(value)) return value;
  throw error();
}

function list(letters: readonly string[]): string {
  return letters.length === 0 ? 'options in columns A, B, …' : `one of ${letters.join(', ')}`;
}
