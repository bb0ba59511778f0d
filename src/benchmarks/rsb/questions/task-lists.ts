import { sha256 } from '../../../files/index.ts';
import { type Random, random } from '../../../stats/index.ts';
import { at, canonicalJson } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import { numbersAlike } from './alike.ts';
import { AnswerGroups } from './answer-groups.ts';
import { optionRule } from './buckets.ts';
import type { QuestionSource, RawQuestion } from './source.ts';

/** Something to calculate. */
export interface Task {
  /** The same for all ways to write it. */
  id: string;
  category: string;
  answer: number;
  /** One of the ways to ask it. */
  ask(stream: Random): string;
}

export interface TaskLists {
  /** Another name whenever the same index gives another question. */
  generator: string;
  split: Split;
  /** One list per kind of task, in mixed order. */
  lists: readonly (readonly Task[])[];
  describe: string;
}

/**
 * Half of each list, in mixed order: what one split has, the other has not.
 * @param rule another name parts them otherwise
 */
export function halves(lists: readonly (readonly Task[])[], rule: string, split: Split): Task[][] {
  return lists.map((all, kind) => {
    const mixed = random(rule, 'split', kind).shuffle(all);
    const half = Math.floor(mixed.length / 2);
    return split === 'train' ? mixed.slice(0, half) : mixed.slice(half);
  });
}

/** Tasks as questions that never end: kinds come in turns, and of a kind first the options are drawn and then what is asked. */
export function questionsOf({ generator, split, lists, describe }: TaskLists): QuestionSource {
  const kinds = lists.map((list) => {
    const answers = list.map(({ id, answer }) => ({ id, answer: String(answer) }));
    const groups = new AnswerGroups((choices) => [numbersAlike(answers, choices, ({ answer }) => Number(answer))]);
    return { groups, tasks: new Map(list.map((task) => [task.id, task])) };
  });

  function question(index: number, choices: number): RawQuestion {
    const turn = Math.floor(index / lists.length);
    const { groups, tasks } = at(random(generator, split, 'kinds', turn).shuffle(kinds), index % kinds.length);
    const { id, wrong } = groups.draw(turn, choices);
    const task = tasks.get(id);
    if (!task) throw new RangeError(`there is no task ${id}`);
    return {
      id,
      text: task.ask(random(generator, split, 'wording', index)),
      answer: String(task.answer),
      distractors: wrong,
      category: task.category,
    };
  }

  const first = Array.from({ length: 100 }, (_, n) => question(n, 10));
  return {
    split,
    size: Number.POSITIVE_INFINITY,
    question,
    sha256: sha256(canonicalJson({ generator, split, optionRule, first })),
    describe,
    rejected: {},
    warnings: [],
  };
}
