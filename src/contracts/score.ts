import type { Extraction } from './answer.ts';
import { isError, type Outcome } from './outcome.ts';

/** A scorer's verdict: 0 … 1, or nothing where the official code leaves the sample out. */
export interface Score {
  value: number | null;
  /** For people: "3 of 4 points inside", "gold B". */
  note?: string;
  /** For diagnostics: `{ gold: 'B', letter: 'A' }`, `{ distance: 12.5 }`. */
  facts?: Record<string, string | number>;
}

/** One unit after extraction and scoring: what every statistic is computed from. */
export interface UnitResult {
  id: string;
  epoch: number;
  cluster: string;
  groups: Record<string, string>;
  outcome: Outcome;
  /** Why, where the outcome needs a reason: `empty`, `no letter found`, `http 500`. */
  reason?: string;
  /** 0 … 1; null when an error leaves it open or the official code drops it. */
  score: number | null;
  extraction: Extraction | null;
  /** It was answered, but what scoring needs is gone from the run folder: open, like an error. */
  damaged?: true;
  /** What another tool recorded in place of an answer: an error to us, a text to that tool's scorer. */
  recorded?: string;
  note?: string;
  facts?: Record<string, string | number>;
  /** What the first reply alone would have scored, where the question was asked again because that one was unreadable. */
  first?: { outcome: Outcome; score: number | null };
}

/** Whether the score of the unit is unknown: such units widen a bracket, they never count as wrong. */
export function isOpen({ outcome, damaged }: UnitResult): boolean {
  return isError(outcome) || damaged === true;
}
