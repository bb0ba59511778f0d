import { SextantError } from '../../../contracts/index.ts';
import { random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';
import type { Suite } from '../suites.ts';
import type { QuestionSource } from './source.ts';

/** Another name whenever the same question has its options under other labels. */
export const assembleRule = 'rsb-assemble-2';

/** A question with its options dealt to labels; which block carries which label is the layout’s business. */
export interface AssembledQuestion {
  id: string;
  text: string;
  /** Label to option, in the order of labels. */
  options: Record<string, string>;
  /** The right label. */
  answer: string;
  category?: string;
}

/**
 * Question `index` of a suite. The right label is drawn for each index by itself: who remembers all labels that were right
 * knows nothing about the next. Nothing here depends on how the table is laid.
 * @example assemble({ suite, source, index: 17 }) // { id: …, text: 'What is 47 + 38?', options: { A: '85', … }, answer: 'A' }
 */
export function assemble({
  suite,
  source,
  index,
}: {
  suite: Suite;
  source: QuestionSource;
  index: number;
}): AssembledQuestion {
  const { labels, blocks } = suite;
  if (!(Number.isInteger(index) && index >= 0 && index < source.size))
    throw new SextantError('bad_argument', `there is no question ${index} among ${source.size}`, {
      where: source.describe,
    });
  const { id, text, answer, distractors, category } = source.question(index, blocks);
  if (distractors.length !== blocks - 1)
    throw new SextantError('bad_data', `${distractors.length} wrong options, expected ${blocks - 1}`, {
      where: `${source.describe}, ${id}`,
    });
  const stream = (name: string) => random(assembleRule, suite.id, source.split, name, index);
  const right = stream('label').pick(labels);
  const wrong = stream('wrong options').shuffle(distractors);
  return {
    id,
    text,
    options: Object.fromEntries(labels.map((label) => [label, label === right ? answer : at(wrong.splice(-1), 0)])),
    answer: right,
    ...(category !== undefined && { category }),
  };
}
