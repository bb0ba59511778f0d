import type { AttemptEvent, Outcome, RunFile, Usage } from '../contracts/index.ts';

/** Where a run stands, for whoever shows it. */
export interface RunState {
  done: number;
  total: number;
  outcomes: Partial<Record<Outcome, number>>;
  usage: Usage;
  cost: number | null;
  readonly concurrency: number;
  /** How long the server still wants silence. */
  readonly waitingMs: number;
}

/** What the engine tells while it works; every hook is optional. */
export interface RunListener {
  launch?(folder: string, run: RunFile, state: RunState): void;
  /** So many files that the folder had lost were written again. */
  restored?(files: number): void;
  attempt?(attempt: AttemptEvent): void;
  progress?(state: RunState): void;
}
