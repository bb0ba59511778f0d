import type { Candidate } from './answer-groups.ts';

interface Answered {
  id: string;
  answer: string;
}

/** So many different numbers per option lie side by side before last digits part them. */
const SPREAD = 3;

/**
 * Numbers of like size and, among those, of like last digits: neither a rough guess nor the last digit alone finds the answer.
 * @example numbersAlike(rows, 10, ({ answer }) => Number(answer)) // … 312 322 332 … 313 323 …
 */
export function numbersAlike<T extends Answered>(
  rows: readonly T[],
  choices: number,
  valueOf: (row: T) => number,
): Candidate[] {
  const values = [...new Set(rows.map(valueOf))].sort((a, b) => a - b);
  const ranks = new Map(values.map((value, rank) => [value, rank]));
  const windowOf = (value: number) => Math.floor((ranks.get(value) ?? 0) / (SPREAD * choices));
  const order = (value: number) => [windowOf(value), Math.abs(value) % 10, value];
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .map(({ row, value }) => ({ id: row.id, text: row.answer, says: String(value), order: order(value) }))
    .sort((a, b) => compare(a.order, b.order))
    .map(({ order: _, ...candidate }) => candidate);
}

/** Texts of one category each, names by themselves and those of like length side by side; figures of all categories together. */
export function textsAlike(rows: readonly (Answered & { category?: string })[]): Candidate[][] {
  const lists = Map.groupBy(rows, ({ answer, category = '' }) => (kindOf(answer) === 0 ? '' : category));
  return [...lists.values()].map((own) =>
    own
      .toSorted((a, b) => (a.category ?? '').localeCompare(b.category ?? '', 'en') || compare(order(a), order(b)))
      .map(({ id, answer }) => ({ id, text: answer, says: spoken(answer) })),
  );
}

/** What people see at a glance: a figure, a text with figures, one that begins with a capital, any other. */
export function kindOf(text: string): number {
  if (/\d/.test(text)) return /\p{L}{2}/u.test(text) ? 1 : 0;
  return /^\p{Lu}/u.test(text) ? 2 : 3;
}

/** What a text says, however it is written: `$1,000.` and `1000` are the same, and `a dye laser` and `Dye laser`. */
export function spoken(text: string): string {
  const words = text.toLowerCase().replace(/^(an?|the) /, '');
  return words.replace(/[^\p{L}\p{N}]+/gu, '') || text;
}

function order({ answer }: Answered): number[] {
  return [kindOf(answer), answer.length];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, n) => value !== b[n]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}
