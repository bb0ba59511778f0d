import type { ErrorCode, Sample } from '../contracts/index.ts';
import type { Difficulty, Family, Made, MakeOptions } from './family.ts';
import type { Settings } from './settings.ts';

/** What a thread is made for. */
export interface ThreadSetup {
  benchmark: string;
  difficulty: Difficulty;
  seed: number;
  /** Scenes after which a thread is replaced by a fresh one. */
  freshAfter?: number;
}

export function setupOf<S extends Sample>(
  benchmark: string,
  { freshAfter }: Pick<Family<S>, 'freshAfter'>,
  { difficulty, seed }: Pick<Settings, 'difficulty' | 'seed'>,
): ThreadSetup {
  return { benchmark, difficulty, seed, ...(freshAfter === undefined ? {} : { freshAfter }) };
}

export interface ToThread {
  scene: number;
  opts: MakeOptions;
}

/** Answers come in the order of the questions. Errors cross threads as data. */
export type FromThread<S extends Sample = Sample> =
  | { made: Made<S> }
  | { code: ErrorCode; message: string; place: { where?: string; fix?: string } };
