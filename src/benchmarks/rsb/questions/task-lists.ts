import { sha256 } from '../../../files/index.ts';
import { type Random, random } from '../../../stats/index.ts';
import { at, canonicalJson } from '../../../util/index.ts';
import type { Split } from '../suites.ts';
import { numbersAlike } from './alike.ts';
import { AnswerGroups, groupRule } from './answer-groups.ts';
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
 * @example halves(lists, 'rsb-arithmetic-1', 'train')
 */
export function halves(lists: readonly (readonly Task[])[], generator: string, split: Split): Task[][] {
  return lists.map((all, kind) => {
    const mixed = random(generator, 'split', kind).shuffle(all);
    const half = Math.floor(mixed.length / 2);
    return split === 'train' ? mixed.slice(0, half) : mixed.slice(half);
  });
}

/** Tasks as questions that never end: kinds are dealt in turn, and no task comes twice before all of its kind have come. */
export function questionsOf({ generator, split, lists, describe }: TaskLists): QuestionSource {
  const groups = new AnswerGroups((choices) =>
    lists.map((list) =>
      numbersAlike(
        list.map(({ id, answer }) => ({ id, answer: String(answer) })),
        choices,
        ({ answer }) => Number(answer),
      ),
    ),
  );

  function question(index: number, choices: number): RawQuestion {
    const turn = Math.floor(index / lists.length);
    const list = at(random(generator, split, 'operators', turn).shuffle(lists), index % lists.length);
    const { id, category, answer, ask } = at(list, turn % list.length);
    return {
      id,
      text: ask(random(generator, split, 'order', index)),
      answer: String(answer),
      distractors: groups.wrong(id, choices),
      category,
    };
  }

  const first = Array.from({ length: 100 }, (_, n) => question(n, 10));
  return {
    split,
    size: Number.POSITIVE_INFINITY,
    question,
    sha256: sha256(canonicalJson({ generator, split, groupRule, first })),
    describe,
    rejected: {},
    warnings: [],
  };
}
