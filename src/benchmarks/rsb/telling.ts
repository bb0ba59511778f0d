import { allInstructions, type InstructionOptions, placeholders } from './instructions.ts';
import { allDirectInstructions, type TellingKind, tellingPlaceholders } from './instructions-direct.ts';

/** What demonstrations are told: the question, the answer’s text, or the block itself. */
export type Telling = 'question' | TellingKind;

export const tellings: readonly Telling[] = ['question', 'named', 'direct'];

/** All wordings for one episode, and what fills their templates. */
export function wordingsFor({
  telling,
  ...about
}: Omit<InstructionOptions, 'split'> & { telling: Telling; answer: string }) {
  const wording = (split: 'seen' | 'unseen') =>
    telling === 'question'
      ? allInstructions({ ...about, split })
      : allDirectInstructions({ ...about, kind: telling, split });
  return {
    info: telling === 'question' ? placeholders(about) : tellingPlaceholders(about),
    instructions: { seen: wording('seen'), unseen: wording('unseen') },
  };
}
