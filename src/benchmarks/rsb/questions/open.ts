import type { SourceKind, Split } from '../suites.ts';
import { arithmetic } from './arithmetic.ts';
import { arithmeticWide } from './arithmetic-wide.ts';
import { gsm8k } from './gsm8k.ts';
import { mmlu } from './mmlu.ts';
import type { QuestionSource } from './source.ts';

export interface OpenSourceOptions {
  kind: SourceKind;
  split: Split;
  /** A file or folder; not needed for what is made on the spot. */
  path?: string;
}

const openers: Readonly<Record<SourceKind, (opts: OpenSourceOptions) => QuestionSource | Promise<QuestionSource>>> = {
  arithmetic: ({ split }) => arithmetic(split),
  'arithmetic-wide': ({ split }) => arithmeticWide(split),
  gsm8k,
  mmlu,
};

/**
 * The questions of a split. Throws `bad_argument` or `bad_data` that says how to get them where they are not at hand.
 * @example const source = await openQuestions({ kind: suite.source, split: 'test', path: '/data/gsm8k' })
 */
export async function openQuestions(opts: OpenSourceOptions): Promise<QuestionSource> {
  return openers[opts.kind](opts);
}
