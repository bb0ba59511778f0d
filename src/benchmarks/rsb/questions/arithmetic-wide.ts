import { type Random, random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import type { QuestionSource } from './source.ts';
import { halves, questionsOf, type Task } from './task-lists.ts';

/** Another name whenever the same index gives another question. */
const generator = 'rsb-arithmetic-wide-1';

/** Tasks of each kind, both splits together. */
const OF_EACH = 30_000;

/** A kind of calculation. Its numbers are drawn in the one order that all ways to write it share. */
interface Kind {
  category: string;
  numbers(stream: Random): number[];
  /** Always a positive whole number; tasks with another are not asked. */
  answer(numbers: readonly number[]): number;
  wordings: readonly string[];
}

const between = (stream: Random, least: number, most: number) => least + stream.int(most - least + 1);
const falling = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a);
const first = (numbers: readonly number[]) => at(numbers, 0);
const second = (numbers: readonly number[]) => at(numbers, 1);
const third = (numbers: readonly number[]) => at(numbers, 2);

/** In wordings `a`, `b` and `c` in brackets stand for the numbers. */
const kinds: readonly Kind[] = [
  {
    category: 'addition',
    numbers: (stream) => falling([between(stream, 100, 999), between(stream, 100, 999)]),
    answer: (n) => first(n) + second(n),
    wordings: [
      'What is {a} + {b}?',
      'What is {b} + {a}?',
      'What is the sum of {b} and {a}?',
      'What is {b} more than {a}?',
      'Which number leaves {b} when {a} is taken away from it?',
    ],
  },
  {
    category: 'subtraction',
    numbers: (stream) => falling([between(stream, 100, 999), between(stream, 100, 999)]),
    answer: (n) => first(n) - second(n),
    wordings: [
      'What is {a} - {b}?',
      'What is the difference between {b} and {a}?',
      'What is {b} less than {a}?',
      'What must be added to {b} to get {a}?',
    ],
  },
  {
    category: 'multiplication',
    numbers: (stream) => [between(stream, 11, 99), between(stream, 101, 999)],
    answer: (n) => first(n) * second(n),
    wordings: [
      'What is {a} × {b}?',
      'What is {b} × {a}?',
      'What is the product of {a} and {b}?',
      'What do {a} boxes of {b} hold together?',
    ],
  },
  {
    category: 'division',
    numbers(stream) {
      const by = between(stream, 3, 49);
      return [by * between(stream, 11, 999), by];
    },
    answer: (n) => first(n) / second(n),
    wordings: [
      'What is {a} ÷ {b}?',
      'What is {a} divided by {b}?',
      'How often does {b} go into {a}?',
      'How many are in each part when {a} are shared equally among {b}?',
    ],
  },
  {
    category: 'three terms',
    numbers: (stream) => [...falling([between(stream, 10, 199), between(stream, 10, 199)]), between(stream, 10, 199)],
    answer: (n) => first(n) + second(n) - third(n),
    wordings: [
      'What is {a} + {b} - {c}?',
      'What is {b} - {c} + {a}?',
      'What remains when {c} is taken from the sum of {a} and {b}?',
    ],
  },
  {
    category: 'product and sum',
    numbers: (stream) => [between(stream, 3, 19), between(stream, 11, 99), between(stream, 10, 99)],
    answer: (n) => first(n) * second(n) + third(n),
    wordings: [
      'What is {a} × {b} + {c}?',
      'What is {c} + {a} × {b}?',
      'What is {c} more than the product of {a} and {b}?',
    ],
  },
  {
    category: 'brackets',
    numbers: (stream) => [between(stream, 3, 19), ...falling([between(stream, 11, 99), between(stream, 10, 98)])],
    answer: (n) => first(n) * (second(n) - third(n)),
    wordings: [
      'What is {a} × ({b} - {c})?',
      'What is ({b} - {c}) × {a}?',
      'What is {a} times the difference between {b} and {c}?',
    ],
  },
];

function tasksOf({ category, numbers, answer, wordings }: Kind): Task[] {
  const stream = random(generator, 'tasks', category);
  const found = new Map<string, Task>();
  while (found.size < OF_EACH) {
    const drawn = numbers(stream);
    const result = answer(drawn);
    const id = `${category} ${drawn.join(' ')}`;
    if (result > 0) found.set(id, { id, category, answer: result, ask: (words) => word(words.pick(wordings), drawn) });
  }
  return [...found.values()];
}

function word(wording: string, numbers: readonly number[]): string {
  return wording.replace(/\{([abc])\}/g, (_, name: string) => String(at(numbers, 'abc'.indexOf(name))));
}

let made: Task[][] | undefined;

/**
 * Those of a split, by kind.
 * @internal exported for its test
 */
export function wideTasks(split: Split): Task[][] {
  made ??= kinds.map(tasksOf);
  return halves(made, generator, split);
}

/** Seven kinds of calculation with larger numbers, asked in several ways: 210,000 tasks, for learning curves. Needs no files. */
export function arithmeticWide(split: Split): QuestionSource {
  const describe = `wide arithmetic, made here (${generator}, ${split})`;
  return questionsOf({ generator, split, lists: wideTasks(split), describe });
}
