import type { Split } from '../suites.ts';
import type { QuestionSource } from './source.ts';
import { halves, questionsOf, type Task } from './task-lists.ts';

/** Another name whenever the same index gives another question. */
const generator = 'rsb-arithmetic-2';

/** Never another name: what was trained on long ago must not be asked in a test of today. */
const splitRule = 'rsb-arithmetic-1';

const twoDigits = Array.from({ length: 90 }, (_, n) => n + 10);
const oneDigit = Array.from({ length: 8 }, (_, n) => n + 2);

function task(category: string, left: number, sign: string, right: number, answer: number): Task {
  return {
    id: `${left}${sign}${right}`,
    category,
    answer,
    ask(stream) {
      // The larger number of a sum comes first or second.
      const swap = sign === '+' && stream.int(2) === 1;
      return `What is ${swap ? right : left} ${sign} ${swap ? left : right}?`;
    },
  };
}

/** Every task there is, by operator. A sum and its mirror image are one task: they must not end up in different splits. */
const tasks: readonly Task[][] = [
  twoDigits.flatMap((left) =>
    twoDigits.filter((right) => right <= left).map((right) => task('addition', left, '+', right, left + right)),
  ),
  twoDigits.flatMap((left) =>
    twoDigits.filter((right) => right < left).map((right) => task('subtraction', left, '-', right, left - right)),
  ),
  oneDigit.flatMap((left) => twoDigits.map((right) => task('multiplication', left, '×', right, left * right))),
];

/** Two-digit addition and subtraction, one-digit times two-digit multiplication; needs no files and never ends. */
export function arithmetic(split: Split): QuestionSource {
  const describe = `arithmetic, made here (${generator}, ${split})`;
  return questionsOf({ generator, split, lists: halves(tasks, splitRule, split), describe });
}
