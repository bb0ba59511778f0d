import { at } from '../../../../util/index.ts';
import { kindOf, spoken } from '../alike.ts';

/** A way to choose among options without the question: it takes the option with the highest score, any of them where several tie. */
export interface BlindRule {
  name: string;
  scores(options: readonly string[], elsewhere: Elsewhere): readonly number[];
}

/** Something to be seen of an option beside the others. Both extremes of it are rules. */
interface Trait {
  most: string;
  least: string;
  of(options: readonly string[], elsewhere: Elsewhere): readonly number[];
}

const each = (measure: (text: string) => number) => (options: readonly string[]) => options.map(measure);
const holds = (pattern: RegExp) => each((text) => Number(pattern.test(text)));

/** All numbers, or nothing to go by. */
const numeric = (measure: (values: readonly number[], texts: readonly string[]) => readonly number[]) => {
  return (options: readonly string[]) => {
    const values = options.map(numberOf);
    return values.some(Number.isNaN) ? options.map(() => 0) : measure(values, options);
  };
};

/** Fixed before any suite was measured. */
const traits: readonly Trait[] = [
  { most: 'longest', least: 'shortest', of: each((text) => text.length) },
  { most: 'most words', least: 'fewest words', of: each((text) => wordsOf(text).length) },
  { most: 'most like the others', least: 'least like the others', of: among(likeness) },
  { most: 'most words shared with others', least: 'fewest words shared with others', of: among(sharedWords) },
  { most: 'contains others', least: 'contains no other', of: among((a, b) => Number(a !== b && a.includes(b))) },
  { most: 'is part of others', least: 'is part of no other', of: among((a, b) => Number(a !== b && b.includes(a))) },
  {
    most: 'of the most frequent kind',
    least: 'of the rarest kind',
    of: among((a, b) => Number(kindOf(a) === kindOf(b))),
  },
  {
    most: 'typical letters',
    least: 'untypical letters',
    of: (options, { typicality }) => options.map(typicality),
  },
  {
    most: 'most often an option elsewhere',
    least: 'least often an option elsewhere',
    of: (options, { timesAnOption }) => options.map(timesAnOption),
  },
  { most: 'begins with a capital', least: 'begins with no capital', of: holds(/^\p{Lu}/u) },
  { most: 'most capitals', least: 'fewest capitals', of: each((text) => text.match(/\p{Lu}/gu)?.length ?? 0) },
  { most: 'ends with a full stop', least: 'ends without a full stop', of: holds(/\.$/) },
  {
    most: 'most punctuation',
    least: 'least punctuation',
    of: each((text) => text.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0),
  },
  { most: 'begins with an article', least: 'begins with no article', of: holds(/^(an?|the) /i) },
  { most: 'has a figure', least: 'has no figure', of: holds(/\d/) },
  { most: 'has a decimal point', least: 'has no decimal point', of: holds(/\d\.\d/) },
  { most: 'has a thousands comma', least: 'has no thousands comma', of: holds(/\d,\d{3}/) },
  { most: 'nearest to the mean', least: 'farthest from the mean', of: numeric(fromMiddle(mean)) },
  { most: 'nearest to the median', least: 'farthest from the median', of: numeric(fromMiddle(median)) },
  {
    most: 'nearest neighbour',
    least: 'farthest neighbour',
    of: numeric((values) => values.map((one, n) => -gap(values, one, n))),
  },
  { most: 'roundest', least: 'least round', of: numeric((values) => values.map(roundness)) },
  { most: 'even', least: 'odd', of: numeric((values) => values.map((value) => Number(value % 2 === 0))) },
  { most: 'highest leading digit', least: 'lowest leading digit', of: numeric((_, texts) => texts.map(leadingDigit)) },
  {
    most: 'highest last digit',
    least: 'lowest last digit',
    of: numeric((values) => values.map((value) => Math.abs(value) % 10)),
  },
  { most: 'last digit of most others', least: 'last digit of fewest others', of: numeric(sameLastDigit) },
  {
    most: 'divisible by three',
    least: 'not divisible by three',
    of: numeric((values) => values.map((value) => Number(value % 3 === 0))),
  },
  {
    most: 'most divisors below ten',
    least: 'fewest divisors below ten',
    of: numeric((values) => values.map(divisors)),
  },
];

/** All of them for so many options; every place by size and by length is a rule too. */
export function blindRules(choices: number): BlindRule[] {
  const places = Array.from({ length: choices }, (_, place) => place);
  return [
    ...traits.flatMap(({ most, least, of }) => [
      { name: most, scores: of },
      {
        name: least,
        scores: (options: readonly string[], elsewhere: Elsewhere) => of(options, elsewhere).map((score) => -score),
      },
    ]),
    ...places.map((place) => ({
      name: `number ${place + 1} by size`,
      scores: numeric((values) => values.map((value) => -Math.abs(below(values, value) - place))),
    })),
    ...places.map((place) => ({
      name: `number ${place + 1} by length`,
      scores: (options: readonly string[]) => {
        const lengths = options.map((text) => text.length);
        return lengths.map((length) => -Math.abs(below(lengths, length) - place));
      },
    })),
  ];
}

/** @example numberOf('$1,200') // 1200 */
function numberOf(text: string): number {
  return /^[$£€]?-?[\d,]*\.?\d+%?$/.test(text) ? Number(text.replace(/[^\d.-]/g, '')) : Number.NaN;
}

/** How an option stands to the others, summed over them. */
function among(measure: (one: string, other: string) => number) {
  return (options: readonly string[]) =>
    options.map((one, n) => options.reduce((sum, other, m) => (m === n ? sum : sum + measure(one, other)), 0));
}

export function trigramsOf(text: string): string[] {
  const padded = `  ${text.toLowerCase()} `;
  return Array.from({ length: padded.length - 2 }, (_, n) => padded.slice(n, n + 3));
}

function likeness(one: string, other: string): number {
  const [a, b] = [new Set(trigramsOf(one)), new Set(trigramsOf(other))];
  return a.intersection(b).size / a.union(b).size;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).map(spoken);
}

function sharedWords(one: string, other: string): number {
  return new Set(wordsOf(one)).intersection(new Set(wordsOf(other))).size;
}

function below(values: readonly number[], value: number): number {
  return values.filter((other) => other < value).length;
}

function fromMiddle(middle: (values: readonly number[]) => number) {
  return (values: readonly number[]) => values.map((value) => -Math.abs(value - middle(values)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (at(sorted, Math.floor((sorted.length - 1) / 2)) + at(sorted, Math.floor(sorted.length / 2))) / 2;
}

function gap(values: readonly number[], one: number, n: number): number {
  return Math.min(...values.flatMap((other, m) => (m === n ? [] : Math.abs(other - one))));
}

/** How many times ten or five goes into it. */
function roundness(value: number): number {
  if (value === 0) return 0;
  if (value % 10 === 0) return 2 + roundness(value / 10);
  return value % 5 === 0 ? 1 : 0;
}

function leadingDigit(text: string): number {
  return Number(/[1-9]/.exec(text)?.[0] ?? 0);
}

function sameLastDigit(values: readonly number[]): number[] {
  const digits = values.map((value) => Math.abs(value) % 10);
  return digits.map((digit) => digits.filter((other) => other === digit).length);
}

function divisors(value: number): number {
  return [2, 3, 4, 5, 6, 7, 8, 9].filter((by) => value % by === 0).length;
}

/** What somebody knows who has seen the options of all questions, but no answer. */
interface Elsewhere {
  /** In how many other questions a text of this question is an option. */
  timesAnOption(text: string): number;
  /** How usual its letters are: mean logarithm of the frequency of its trigrams. */
  typicality(text: string): number;
}

export function seenElsewhere(questions: readonly (readonly string[])[]): Elsewhere {
  const options = count(questions.flat());
  const trigrams = count([...options.keys()].flatMap(trigramsOf));
  return {
    timesAnOption: (text) => (options.get(text) ?? 0) - 1,
    typicality(text) {
      const own = trigramsOf(text);
      return own.reduce((sum, trigram) => sum + Math.log(trigrams.get(trigram) ?? 1), 0) / own.length;
    },
  };
}

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
