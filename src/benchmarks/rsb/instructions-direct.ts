import { SextantError } from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { type InstructionOptions, placeholders, type Wording } from './instructions.ts';

/**
 * Instructions that ask for less than the question does. `direct` names the block: only hand and eye are left. `named` tells the
 * answer and leaves it to the robot to find its block: reading is left, knowing is not.
 */
export type TellingKind = 'direct' | 'named';

/** `{B}` is the block, `{A}` the answer’s text, `{K}` what the blocks mean. */
const tellings: Readonly<Record<TellingKind, Readonly<Record<Wording, readonly string[]>>>> = {
  direct: {
    seen: [
      'Put {B} into the grey zone.',
      'Pick up {B} and place it in the answer zone.',
      'Carry {B} to the grey zone.',
      'Set {B} down inside the grey square.',
      'Move {B} into the grey answer zone.',
      'Grasp {B} and lay it in the grey zone.',
      'Only {B} belongs in the answer zone. Put it there.',
      'Take {B} to the grey area.',
      'Lift {B} and put it on the grey square.',
      'Bring {B} to the grey zone.',
    ],
    unseen: [
      'Deliver {B} to the grey area.',
      'Reach for {B} and leave it in the grey zone.',
      'On the grey field, nothing but {B} shall lie.',
      'Drop {B} in the answer zone.',
      'Please shift {B} to the grey patch.',
    ],
  },
  named: {
    seen: [
      'The answer is {A}. Options: {K}. Put its block into the grey zone.',
      'The possible answers are {K}. The right one is {A}. Pick up its block and place it in the answer zone.',
      'You may choose from {K}. What is right is {A}. Carry the matching block to the grey zone.',
      'Result: {A}. Results on offer: {K}. Set the block of that result down inside the grey square.',
      'The blocks stand for these answers: {K}. Move the block that stands for {A} into the grey answer zone.',
      'Meanings: {K}. Grasp the block that means {A} and lay it in the grey zone.',
      'The choices read {K}. The correct choice is {A}. Only its block belongs in the answer zone.',
      'Correct: {A}. Choices: {K}. Take the block of the correct choice to the grey area.',
      'It is one of {K}. It is {A}. Lift the block for it and put it on the grey square.',
      'Bring the block of this answer to the grey zone: {A}. The answers are {K}.',
    ],
    unseen: [
      'Find {A} among these: {K}. Deliver its block to the grey area.',
      'Candidates: {K}. Leave the block of {A} in the grey zone.',
      '{K}. Answer with a single block on the grey field; the answer is {A}.',
      'Someone has already worked it out: {A}. Multiple choice: {K}. Drop the right block in the answer zone.',
      'Please respond without words. The reply is {A}; the replies mean {K}. Place its block on the grey patch.',
    ],
  },
};

export interface TellingOptions extends InstructionOptions {
  kind: TellingKind;
  /** The right label. */
  answer: string;
}

/**
 * What the robot is told when the question is not what is tested.
 * @example directInstruction({ kind: 'direct', answer: 'C', suite, question, options, colours, seed, split: 'unseen' })
 * // 'Deliver the blue block C to the grey area.'
 */
export function directInstruction(opts: TellingOptions): string {
  return fill(random(opts.seed, 'instruction', opts.kind).pick(tellings[opts.kind][opts.split]), opts);
}

/** As many as are wanted for one episode: all wordings in mixed order, and then again from the first. */
export function allDirectInstructions(opts: TellingOptions, count = 100): string[] {
  const filled = random(opts.seed, 'instruction', opts.kind)
    .shuffle(tellings[opts.kind][opts.split])
    .map((template) => fill(template, opts));
  return Array.from({ length: count }, (_, n) => at(filled, n % filled.length));
}

/** Once over the template: what an option says is never taken for a placeholder. */
function fill(template: string, opts: TellingOptions): string {
  const values = tellingPlaceholders(opts);
  return template.replace(/\{[ABK]\}/g, (placeholder) => values[placeholder] ?? placeholder);
}

/** What stands for each placeholder. */
export function tellingPlaceholders(opts: Omit<TellingOptions, 'split' | 'seed' | 'kind'>): Record<string, string> {
  const { answer, options, colours, suite } = opts;
  const text = options[answer];
  if (text === undefined) throw new SextantError('bad_argument', `no option is labelled ${answer}`);
  const { '{O}': meanings = '', '{M}': blocks } = placeholders(opts);
  return {
    '{A}': text,
    '{B}': suite.blocks === 4 ? `the ${colours?.[answer]} block ${answer}` : `block ${answer}`,
    '{K}': blocks === undefined ? meanings : `${meanings}. ${blocks}`,
  };
}
