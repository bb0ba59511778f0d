import { SextantError } from '../../../contracts/index.ts';
import { random } from '../../../stats/index.ts';
import type { QuestionRow } from './rows.ts';

/** Another name whenever the same row is given other answers. */
export const fillRule = 'rsb-fill-1';

/** The answers that look most like the row’s own options are drawn from. */
const DRAWN_FROM = 24;
/** So many are looked at: the largest category has tens of thousands. */
const LOOKED_AT = 500;

/** Right answers to other questions, as wrong options for those that have too few of their own. */
export class AnswerPool {
  readonly #all: readonly string[];
  readonly #byCategory: ReadonlyMap<string | undefined, readonly string[]>;

  constructor(rows: readonly QuestionRow[]) {
    this.#all = answersOf(rows);
    this.#byCategory = new Map(
      [...Map.groupBy(rows, ({ category }) => category)].map(([category, own]) => [category, answersOf(own)]),
    );
  }

  /**
   * The row’s own wrong options, completed by answers of the same category that look like them and differ in more than spelling;
   * where the category has too few, by those of any.
   * @example pool.fill(row, 9) // the three wrong choices and six answers to other questions
   */
  fill(row: QuestionRow, count: number): string[] {
    const options = [row.answer, ...row.wrong];
    const used = new Set(options.map(spoken));
    const stream = random(fillRule, row.id);
    const found = [...row.wrong];
    for (const answers of [this.#byCategory.get(row.category) ?? [], this.#all]) {
      const some =
        answers.length > LOOKED_AT
          ? Array.from({ length: LOOKED_AT }, () => stream.pick(answers))
          : stream.shuffle(answers);
      for (const list of [stream.shuffle(alike(some, options)), some])
        for (const text of list) {
          if (found.length === count) return found;
          if (used.has(spoken(text))) continue;
          used.add(spoken(text));
          found.push(text);
        }
    }
    if (found.length === count) return found;
    throw new SextantError('bad_data', `there are too few answers at hand to give a question ${count} wrong options`, {
      fix: 'use a larger set of questions, or a suite with four blocks',
    });
  }
}

function answersOf(rows: readonly QuestionRow[]): string[] {
  return [...new Set(rows.map(({ answer }) => answer))];
}

/** What people see at a glance, each with its weight. */
const traits: readonly [weight: number, trait: (text: string) => number][] = [
  [4, (text) => Number(/\d/.test(text))],
  [2, (text) => Math.log(text.length)],
  [1, (text) => Number(/^\p{Lu}/u.test(text))],
  [1, (text) => Number(text.endsWith('.'))],
];

/** Those of the texts that look most like the options. */
function alike(texts: readonly string[], options: readonly string[]): string[] {
  const usual = traits.map(([weight, trait]) => {
    const mean = options.reduce((sum, option) => sum + trait(option), 0) / options.length;
    return (text: string) => weight * Math.abs(trait(text) - mean);
  });
  return texts
    .map((text) => ({ text, distance: usual.reduce((sum, distance) => sum + distance(text), 0) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, DRAWN_FROM)
    .map(({ text }) => text);
}

/** What a text says, however it is written: `$1,000.` and `1000` are the same, and `a dye laser` and `Dye laser`. */
function spoken(text: string): string {
  const words = text.toLowerCase().replace(/^(an?|the) /, '');
  return words.replace(/[^\p{L}\p{N}]+/gu, '') || text;
}
