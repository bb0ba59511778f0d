import type { AttemptEvent, Outcome, RunFile, Usage } from '../../contracts/index.ts';
import type { RunEnd } from './run.ts';

/** Where a run stands, for whoever shows it. */
export interface RunState {
  done: number;
  total: number;
  outcomes: Partial<Record<Outcome, number>>;
  usage: Usage;
  cost: number | null;
  /** Where requests go, where there are several endpoints. */
  endpoints?: readonly string[];
  readonly concurrency: number;
  /** How long the server still wants silence. */
  readonly waitingMs: number;
  /** The last error, while attempts fail and no unit gets a reply. */
  trouble?: string;
  /** Why the newest attempt failed that did. */
  newestError?: string;
  /** What is being done before the first unit is asked: `teaching baseline/blind: 120 lessons`. */
  doing?: string;
}

/** What the engine tells while it works; every hook is optional. */
export interface RunListener {
  launch?(folder: string, run: RunFile, state: RunState): void;
  /** So many files that the folder had lost were written again. */
  restored?(files: number): void;
  /** Something a person should know, once; the run goes on. */
  warning?(text: string): void;
  attempt?(attempt: AttemptEvent): void;
  /** Why nothing more is asked although units are left. */
  halting?(why: RunEnd, message: string): void;
  progress?(state: RunState): void;
}
