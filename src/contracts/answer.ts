import { z } from 'zod';
import { isPolicyErrorKind } from './policy.ts';

/** A point in pixels, or a box (half-open, pixels) standing for all points inside it. */
export type Mark = [x: number, y: number] | { box: [x0: number, y0: number, x1: number, y1: number] };
const Mark: z.ZodType<Mark> = z.union([
  z.tuple([z.number(), z.number()]),
  z.object({ box: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
]);

/** An answer that was understood. */
export const Answer = z.union([
  z.object({ answer: z.union([z.string(), z.number()]) }),
  z.object({ points: z.array(Mark) }),
]);
export type Answer = z.infer<typeof Answer>;

/**
 * What an extractor made of a text.
 * `answer: null` and `points: []` mean: nothing found. `error` means that the official code throws here:
 * `dropped` takes the sample out of the official denominator, `abort` ends the official script.
 */
export type Extraction =
  | { answer: string | number | null }
  /** `fractions`: the points in fractions of the sides, for scorers that compare these; pixels do not tell them to the last digit. */
  | { points: Mark[]; fractions?: [x: number, y: number][] }
  | { error: string; effect: 'dropped' | 'abort' };

/** What an extractor may know of the question. */
export interface ExtractContext {
  width?: number;
  height?: number;
  choices?: Record<string, string>;
}

/** Text to answer. Pure, named, versioned: changed behaviour is a new version, never a silent one. */
export interface Extractor {
  /** `room/name`, with `@version` when there is more than one: `vlmevalkit/can-infer@v2`. */
  id: string;
  about: string;
  extract(text: string, context: ExtractContext): Extraction;
  /** The inverse: a text from which `extract` reads this answer. Baselines speak through it. */
  write(answer: Answer, context: ExtractContext): string;
}

/** Whether the extractor found an answer. */
export function isParsed(extraction: Extraction): boolean {
  if ('error' in extraction) return false;
  return 'points' in extraction ? extraction.points.length > 0 : extraction.answer !== null;
}

/** How a unit ended. Refusals, cut-offs, unreadable answers and failures of the machinery are different things. */
export const Outcome = z.enum(['answered', 'unparsed', 'refused', 'truncated', 'provider_error', 'sim_error']);
export type Outcome = z.infer<typeof Outcome>;

/** How a unit ended whose last attempt failed in this way. */
export function errorOutcome(kind: string): Outcome {
  return isPolicyErrorKind(kind) ? 'sim_error' : 'provider_error';
}

/** Errors are never answers: they leave a score open, to be printed as a bracket. */
export function isError(outcome: Outcome): boolean {
  return outcome === 'provider_error' || outcome === 'sim_error';
}

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
  /** What those are expected to score here who know only part of the scene, by the name of their baseline. */
  ablated?: Record<string, number>;
  /** What the first reply alone would have scored, where the question was asked again because that one was unreadable. */
  first?: { outcome: Outcome; score: number | null };
}

/** Whether the score of the unit is unknown: such units widen a bracket, they never count as wrong. */
export function isOpen({ outcome, damaged }: UnitResult): boolean {
  return isError(outcome) || damaged === true;
}
