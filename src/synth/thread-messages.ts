import type { Difficulty, MakeOptions } from './family.ts';

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
