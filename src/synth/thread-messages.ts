import type { ErrorCode, Sample } from '../contracts/index.ts';
import type { Difficulty, Made, MakeOptions } from './family.ts';

/** What a thread is made for. */
export interface ThreadSetup {
  benchmark: string;
  difficulty: Difficulty;
  seed: number;
}

export interface ToThread {
  scene: number;
  opts: MakeOptions;
}

/** Answers come in the order of the questions. Errors cross threads as data. */
export type FromThread<S extends Sample = Sample> =
  | { made: Made<S> }
  | { code: ErrorCode; message: string; place: { where?: string; fix?: string } };
