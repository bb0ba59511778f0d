import { sha256 } from '../../../files/index.ts';
import { random } from '../../../stats/index.ts';
import { canonicalJson } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import { ladder } from './ladder.ts';
import type { QuestionSource, RawQuestion } from './source.ts';

/** Another name whenever the same index gives another question or option. */
const generator = 'rsb-arithmetic-1';

interface Calculation {
  category: string;
  left: number;
  sign: string;
  right: number;
  answer: number;
}

const twoDigits = Array.from({ length: 90 }, (_, n) => n + 10);
const oneDigit = Array.from({ length: 8 }, (_, n) => n + 2);

/** Every task there is, by operator. A sum and its mirror image are one task: they must not end up in different splits. */
const tasks: readonly Calculation[][] = [
  twoDigits.flatMap((left) =>
    twoDigits
      .filter((right) => right <= left)
      .map((right) => ({ category: 'addition', left, sign: '+', right, answer: left + right })),
  ),
  twoDigits.flatMap((left) =>
    twoDigits
      .filter((right) => right < left)
      .map((right) => ({ category: 'subtraction', left, sign: '-', right, answer: left - right })),
  ),
  oneDigit.flatMap((left) =>
    twoDigits.map((right) => ({ category: 'multiplication', left, sign: '×', right, answer: left * right })),
  ),
];

/** Half of each operator's tasks, in mixed order: what one split has, the other has not. */
function tasksOf(split: Split): Calculation[][] {
  return tasks.map((all, operator) => {
    const mixed = random(generator, 'split', operator).shuffle(all);
    const half = Math.floor(mixed.length / 2);
    return split === 'train' ? mixed.slice(0, half) : mixed.slice(half);
  });
}

/** Ten is what a forgotten carry costs, and leaves the last digit right. */
const gaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10];

/**
 * Two-digit addition and subtraction, one-digit times two-digit multiplication; needs no files and never ends.
 * Operators are dealt three at a time. No task comes twice before all of its operator have come.
 */
export function arithmetic(split: Split): QuestionSource {
  const lists = tasksOf(split);

  function question(index: number, choices: number): RawQuestion {
    const turn = Math.floor(index / 3);
    const list = random(generator, split, 'operators', turn).shuffle(lists)[index % 3] ?? [];
    const task = list[turn % list.length];
    if (!task) throw new RangeError(`there is no question ${index}`);
    const { category, left, sign, right, answer } = task;
    // The larger number of a sum comes first or second.
    const swap = sign === '+' && random(generator, split, 'order', index).int(2) === 1;
    const stream = random(generator, split, 'options', index);
    return {
      id: `${left}${sign}${right}`,
      text: `What is ${swap ? right : left} ${sign} ${swap ? left : right}?`,
      answer: String(answer),
      distractors: ladder(answer, { count: choices, gaps, least: 1, random: stream }).map(String),
      category,
    };
  }

  return {
    split,
    size: Number.POSITIVE_INFINITY,
    question,
    sha256: sha256(canonicalJson({ generator, split, first: Array.from({ length: 100 }, (_, n) => question(n, 10)) })),
    describe: `arithmetic, made here (${generator}, ${split})`,
    rejected: {},
    warnings: [],
  };
}
