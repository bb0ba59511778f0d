/** A point in pixels, or a box (half-open, pixels) standing for all points inside it. */
export type Mark = [x: number, y: number] | { box: [x0: number, y0: number, x1: number, y1: number] };

/** An answer that was understood. */
export type Answer = { answer: string | number } | { points: Mark[] };

/**
 * What an extractor made of a text.
 * `answer: null` and `points: []` mean: nothing found. `error` means that the official code throws here:
 * `dropped` takes the sample out of the official denominator, `abort` ends the official script.
 */
export type Extraction =
  | { answer: string | number | null }
  | { points: Mark[] }
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
