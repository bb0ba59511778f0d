import type { Split } from '../suites.ts';

/** A question before its options are dealt to blocks. */
export interface RawQuestion {
  /** Names the question whatever file it was read from; choices about it are seeded by this. */
  id: string;
  text: string;
  answer: string;
  /** Wrong options, all different from each other and from the answer. */
  distractors: readonly string[];
  /** Operator, subject … */
  category?: string;
  /** How the answer is found, as far as the source tells. */
  solution?: string;
}

/** The questions of one split. */
export interface QuestionSource {
  split: Split;
  /** Infinite for what is made on the spot. */
  size: number;
  /** Question `index` with as many wrong options as `choices` choices need; the same at any time and on any machine. */
  question(index: number, choices: number): RawQuestion;
  /** Changes whenever any question, answer or option changes. */
  sha256: string;
  /** Where it comes from, for people. */
  describe: string;
  /** How many rows of the files were left out, by reason. */
  rejected: Readonly<Record<string, number>>;
  warnings: readonly string[];
}
