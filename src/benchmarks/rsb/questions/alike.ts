import { random } from '../../../stats/index.ts';
import { at, demand } from '../../../util/index.ts';
import { type Candidate, optionRule } from './buckets.ts';
import type { QuestionRow } from './rows.ts';

/** So many different numbers per option lie side by side before last digits part them. */
const SPREAD = 3;

/**
 * Numbers of like size and, among those, of like last digits: neither a rough guess nor the last digit alone finds the answer.
 * @example numbersAlike(rows, 10, ({ answer }) => Number(answer)) // … 312 322 332 … 313 323 …
 */
export function numbersAlike<T extends Pick<QuestionRow, 'id' | 'answer'>>(
  rows: readonly T[],
  choices: number,
  numberOf: (row: T) => number,
): Candidate[] {
  const values = [...new Set(rows.map(numberOf))].sort((a, b) => a - b);
  const ranks = new Map(values.map((value, rank) => [value, rank]));
  const windowOf = (value: number) => Math.floor(demand(ranks, value) / (SPREAD * choices));
  return sorted(rows, (row) => {
    const value = numberOf(row);
    return [windowOf(value), Math.abs(value) % 10, value];
  }).map((row) => ({ id: row.id, texts: [row.answer], says: [String(numberOf(row))] }));
}

/** Longer lists than this are taken apart: among tens of thousands of answers, every wrong option is somebody's right one. */
const LONGEST = 600;

/**
 * Texts of one category, those of like length side by side, each with a wrong option of its own question: who knows only what
 * a question is about still has two to choose from. Figures of all categories, and answers that others have too, go without.
 */
export function textsAlike(rows: readonly QuestionRow[]): Candidate[][] {
  const { figures = [], words = [] } = Object.groupBy(rows, ({ answer }) => (isFigure(answer) ? 'figures' : 'words'));
  const paired = [...Map.groupBy(words, ({ category }) => category).values()].flatMap(pieces).map(pairs);
  const isPaired = new Set(paired.flatMap((list) => list.map(({ id }) => id)));
  const categories = [...new Set(rows.map(({ category = '' }) => category))].sort();
  const lookOf = ({ answer, category = '' }: QuestionRow) => [
    kindOf(answer),
    categories.indexOf(category),
    answer.length,
  ];
  const alone = [figures, words.filter(({ id }) => !isPaired.has(id))].map((list) =>
    sorted(list, lookOf).map(({ id, answer }) => ({ id, texts: [answer], says: [spoken(answer)] })),
  );
  return [...paired, ...alone].filter((list) => list.length > 0);
}

function pieces(rows: readonly QuestionRow[]): QuestionRow[][] {
  const count = Math.ceil(rows.length / LONGEST);
  return Array.from({ length: count }, (_, piece) => rows.filter((_, n) => n % count === piece));
}

/** Answers that nobody else has, each with a wrong option of its own that nobody else has either. */
function pairs(rows: readonly QuestionRow[]): Candidate[] {
  const answers = Map.groupBy(rows, ({ answer }) => spoken(answer));
  const said = new Set(answers.keys());
  const single = [...answers.values()].filter(({ length }) => length === 1).flat();
  const found = single.flatMap(({ id, answer, wrong }): Candidate[] => {
    const mixed = random(optionRule, 'pair', id).shuffle(wrong.filter((text) => !isFigure(text)));
    const other = mixed.sort((a, b) => likeIn(answer, b) - likeIn(answer, a)).find((text) => !said.has(spoken(text)));
    if (other === undefined) return [];
    said.add(spoken(other));
    return [{ id, texts: [answer, other], says: [spoken(answer), spoken(other)] }];
  });
  // By what both look like: sorted by answers alone, the odd one out would be wrong.
  return sorted(found, ({ texts }) => look(texts));
}

const likeIn = (answer: string, text: string) => Number(kindOf(answer) === kindOf(text));

/** Kinds of the texts in any order, and their length. */
function look(texts: readonly string[]): number[] {
  return [...texts.map(kindOf).sort((a, b) => a - b), texts.join('').length];
}

/** Kinds of texts as people see them at a glance: whole numbers, amounts, other figures, texts with figures, names, other words. */
const kinds: readonly ((text: string) => boolean)[] = [
  (text) => /^-?[\d,]+\.?$/.test(text),
  (text) => /^[$£€]?-?[\d.,]+ ?%?$/.test(text),
  isFigure,
  (text) => /\d/.test(text),
  (text) => /^\p{Lu}/u.test(text),
  () => true,
];

export function kindOf(text: string): number {
  return kinds.findIndex((fits) => fits(text));
}

function isFigure(text: string): boolean {
  return /\d/.test(text) && !/\p{L}{2}/u.test(text);
}

/** What a text says, however it is written: `$1,000.` and `1000` are the same, and `a dye laser` and `Dye laser`. */
export function spoken(text: string): string {
  const words = text.toLowerCase().replace(/^(an?|the) /, '');
  return words.replace(/[^\p{L}\p{N}]+/gu, '') || text;
}

/** By the first number that differs. */
function sorted<T>(list: readonly T[], key: (item: T) => readonly number[]): T[] {
  return list
    .map((item) => ({ item, key: key(item) }))
    .sort((a, b) => {
      const differing = a.key.findIndex((value, n) => value !== b.key[n]);
      return differing < 0 ? 0 : at(a.key, differing) - at(b.key, differing);
    })
    .map(({ item }) => item);
}
