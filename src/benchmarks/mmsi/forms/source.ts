import type { FoundQuestion } from './question.ts';

/** A published file, read once: questions with references to their pictures, whose bytes stay in the file. */
export interface MmsiSource {
  /** For people. */
  form: string;
  questions: readonly FoundQuestion[];
  /** The pictures of a question, read again. */
  pictures(number: number): Promise<Uint8Array[]>;
  warnings: readonly string[];
}
