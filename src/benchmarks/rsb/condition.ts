import { SextantError } from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { type InstructionOptions, instructionFor } from './instructions.ts';
import { directInstruction } from './instructions-direct.ts';
import type { AssembledQuestion } from './questions/assemble.ts';
import type { QuestionSource } from './questions/source.ts';
import type { Condition } from './sample.ts';

/** Says what is to be done with a block, and not with which. */
const NO_TEXT = 'Put the right block into the grey zone.';

/** Other questions that are looked at for one whose answer is not on the table. */
const MOST_TRIES = 1000;
const FAR = 10_000;

type Told = Omit<InstructionOptions, 'question' | 'options'> & {
  source: QuestionSource;
  index: number;
  assembled: AssembledQuestion;
};

/** What the robot hears under a condition, and the question behind it. */
export function tellUnder(condition: Condition, opts: Told): { question: string; instruction: string } {
  const { assembled, source: _, index: __, ...rest } = opts;
  const { text, options, answer } = assembled;
  const about = { ...rest, options, question: text };
  switch (condition) {
    case 'direct':
    case 'named':
      return { question: text, instruction: directInstruction({ ...about, kind: condition, answer }) };
    case 'shuffled': {
      const question = anotherQuestion(opts);
      return { question, instruction: instructionFor({ ...about, question }) };
    }
    case 'no-text':
      return { question: text, instruction: NO_TEXT };
    default:
      return { question: text, instruction: instructionFor(about) };
  }
}

/** A question of the same source that none of these options answers. */
function anotherQuestion({ suite, source, index, assembled }: Told): string {
  const there = new Set(Object.values(assembled.options).map(plain));
  const dice = random('rsb-shuffled-1', suite.id, source.split, index);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // Made on the spot, there are infinitely many.
    const other = Math.floor(dice.next() * Math.min(source.size, FAR));
    const { text, answer } = source.question(other, suite.blocks);
    if (text !== assembled.text && !there.has(plain(answer))) return text;
  }
  throw new SextantError('bad_data', 'no other question was found whose answer is not on the table', {
    where: `${suite.id}, question ${index} of ${source.describe}`,
  });
}

/** Two options that differ only in this mean the same. */
function plain(text: string): string {
  return text.trim().toLowerCase();
}
