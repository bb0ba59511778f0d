import { joinQuestion } from '../../../extract/index.ts';
import type { FoundQuestion } from './question.ts';

/** Rotation k has index + k · 10⁶, in the authors' code and in VLMEvalKit's table. */
const STEP = 1_000_000;

const orders = ['ABCD', 'BCDA', 'CDAB', 'DABC'];
export const ROTATIONS = orders.length;

/** The index of the question that a row is a rotation of; its own index for an original. */
export function originalOf({ index, group }: Pick<FoundQuestion, 'index' | 'group'>): number {
  return group ?? index % STEP;
}

/**
 * The four rotations of a question, as the authors' circular code makes them: in rotation k, each option has moved up k letters.
 * The question is put together anew, in the first rotation too. None when its options cannot be read.
 */
export function rotate(found: FoundQuestion): FoundQuestion[] {
  const { stem, choices, answer, index } = found;
  if (!Object.hasOwn(choices, answer)) return [];
  return orders.map((order, k) => {
    const moved = [...order].flatMap((from, to) => {
      const option = choices[from];
      return option === undefined ? [] : [['ABCD'.charAt(to), option]];
    });
    const options = Object.fromEntries(moved);
    return {
      ...found,
      index: index + k * STEP,
      group: index,
      question: joinQuestion({ stem, options }),
      choices: options,
      answer: 'ABCD'.charAt(order.indexOf(answer)),
    };
  });
}
