import type { Sheet } from '../../../contracts/index.ts';
import { naturalOrder } from '../../../stats/index.ts';
import { demand } from '../../../util/index.ts';
import type { AssembledQuestion } from './assemble.ts';
import { blindAudit } from './audit/blind-audit.ts';
import { parseWhole } from './gsm8k.ts';
import type { QuestionSource } from './source.ts';

/** How many rules are shown. */
const BEST_RULES = 3;

type QuestionFacts = Pick<AssembledQuestion, 'text' | 'options' | 'answer' | 'category'>;

/**
 * What questions are like: labels, categories, answers, lengths, where the right number stands among the others, and what
 * one reaches who is blind to the question, and how many rows of the files were left out and why.
 * @example questionStatistics(Array.from({ length: 500 }, (_, index) => assemble({ suite, source, index })), source.rejected)
 */
export function questionStatistics(
  asked: readonly QuestionFacts[],
  rejected: QuestionSource['rejected'] = {},
): Sheet[] {
  const right = asked.map(({ options, answer }) => demand(options, answer));
  const numbers = right.flatMap((text) => parseWhole(text) ?? []);
  const values = numbers.map(({ value }) => value);
  const sheets = [
    counts(
      'right label',
      'How often each label is right.',
      asked.map(({ answer }) => answer),
    ),
    counts(
      'category',
      'Questions of each kind.',
      asked.flatMap(({ category }) => category ?? []),
    ),
    sheet(
      'numbers',
      'Answers that are whole numbers.',
      ['what', 'answers'],
      [
        ['whole numbers', values.length],
        ['with thousands commas', numbers.filter(({ grouped }) => grouped).length],
        ['negative', values.filter((value) => value < 0).length],
        ['below 10', values.filter((value) => value < 10).length],
      ],
    ),
    counts(
      'place by size',
      'Where the right number stands among the options, from the smallest.',
      asked.flatMap(placeOf),
    ),
    sheet(
      'range',
      'Values and lengths in characters.',
      ['what', 'least', 'median', 'most'],
      [
        ['answers that are numbers', ...range(values)],
        ['questions, characters', ...range(asked.map(({ text }) => text.length))],
        [
          'options, characters',
          ...range(asked.flatMap(({ options }) => Object.values(options).map((text) => text.length))),
        ],
      ],
    ),
    sheet(
      'blind rules',
      'The best of all ways to choose without the question, beside chance; p is corrected for their number (Holm). `rsb questions audit` has them all.',
      ['rule', 'right, %', 'chance, %', 'p (Holm)'],
      blindAudit(asked)
        .slice(0, BEST_RULES)
        .map(({ rule, hit, chance, pHolm }) => [rule, 100 * hit, 100 * chance, pHolm]),
    ),
    sheet(
      'left out',
      'Rows of the files that are not asked, by the first reason.',
      ['reason', 'rows'],
      Object.entries(rejected),
    ),
  ];
  return sheets.filter(({ rows }) => rows.length > 0);
}

/** @example placeOf({ options: { A: '7', B: '5' }, answer: 'A', … }) // ['2'] */
function placeOf({ options, answer }: QuestionFacts): string[] {
  const values = Object.values(options).map((text) => parseWhole(text)?.value);
  const right = parseWhole(demand(options, answer))?.value;
  if (right === undefined || values.includes(undefined)) return [];
  return [String(1 + values.filter((value) => value !== undefined && value < right).length)];
}

function counts(name: string, about: string, keys: readonly string[]): Sheet {
  const groups = [...Map.groupBy(keys, (key) => key)].sort(([a], [b]) => naturalOrder(a, b));
  return sheet(
    name,
    about,
    [name, 'questions'],
    groups.map(([key, own]) => [key, own.length]),
  );
}

function range(values: readonly number[]): (number | null)[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0, Math.floor(sorted.length / 2), sorted.length - 1].map((at) => sorted[at] ?? null);
}

function sheet(name: string, about: string, columns: string[], rows: Sheet['rows']): Sheet {
  return { name, about, columns, rows };
}
