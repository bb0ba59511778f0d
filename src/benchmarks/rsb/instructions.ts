import { SextantError } from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { arithmeticTemplates, generalTemplates, wordProblemTemplates } from './instruction-texts.ts';
import type { SourceKind, Suite } from './suites.ts';

/** Wordings for training, and others that only evaluation uses. */
export type Wording = 'seen' | 'unseen';

/** By number of blocks. `{Q}` is the question, `{O}` the options, `{M}` which block stands for which option. */
export type Templates = Readonly<Record<4 | 10, Readonly<Record<Wording, readonly string[]>>>>;

export const templates: Readonly<Record<SourceKind, Templates>> = {
  arithmetic: arithmeticTemplates,
  'arithmetic-wide': arithmeticTemplates,
  gsm8k: wordProblemTemplates,
  mmlu: generalTemplates,
};

export interface InstructionOptions {
  suite: Suite;
  question: string;
  /** Label to option. */
  options: Readonly<Record<string, string>>;
  /** Label to the colour of its block, for suites whose blocks are told by colour. */
  colours?: Readonly<Record<string, string>>;
  seed: number;
  /** Evaluation uses `unseen`. */
  split: Wording;
}

/**
 * What the robot is told.
 * @example instructionFor({ suite, question: 'What is 47 + 38?', options, colours: { A: 'red', … }, seed: 100000, split: 'unseen' })
 */
export function instructionFor(opts: InstructionOptions): string {
  return fill(random(opts.seed, 'instruction').pick(templatesOf(opts)), opts);
}

/** As many instructions as are wanted for one episode: all templates in mixed order, and then again from the first. */
export function allInstructions(opts: InstructionOptions, count = 100): string[] {
  const filled = random(opts.seed, 'instruction')
    .shuffle(templatesOf(opts))
    .map((template) => fill(template, opts));
  return Array.from({ length: count }, (_, n) => at(filled, n % filled.length));
}

function templatesOf({ suite, split }: InstructionOptions): readonly string[] {
  return templates[suite.source][suite.blocks][split];
}

/** Once over the template: what a question or option says is never taken for a placeholder. */
function fill(template: string, opts: InstructionOptions): string {
  const values = placeholders(opts);
  return template.replace(/\{[QOM]\}/g, (placeholder) => values[placeholder] ?? placeholder);
}

/** What stands for each placeholder; `{M}` only where blocks are told by colour. */
export function placeholders({
  suite,
  question,
  options,
  colours,
}: Omit<InstructionOptions, 'split' | 'seed'>): Record<string, string> {
  const separator = Object.values(options).some((text) => text.includes(',')) ? '; ' : ', ';
  const mapping = suite.labels.map((label) => `${label} is the ${colourOf(suite, colours, label)} block`);
  return {
    '{Q}': question,
    '{O}': suite.labels.map((label) => `${label}: ${options[label]}`).join(separator),
    ...(suite.blocks === 4 ? { '{M}': mapping.join(', ') } : {}),
  };
}

function colourOf(suite: Suite, colours: InstructionOptions['colours'], label: string): string {
  const colour = colours?.[label];
  if (colour !== undefined || suite.blocks !== 4) return colour ?? '';
  throw new SextantError('bad_argument', `${suite.title} tells blocks by colour, but ${label} has none`);
}
