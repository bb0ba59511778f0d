import type { Extraction, Score } from '../contracts/index.ts';
import { meanRelativeAccuracy } from '../extract/index.ts';

/** A letter or a word is right or not; a number has its mean relative accuracy. What could not be read gets 0. */
export function scoreAnswer(truth: string | number, extraction: Extraction): Score {
  const given = 'answer' in extraction ? extraction.answer : null;
  return { value: creditOf(truth, given), note: `gold ${truth}` };
}

function creditOf(truth: string | number, given: string | number | null): number {
  if (typeof truth === 'number' && typeof given === 'number') return meanRelativeAccuracy(given, truth);
  return given === truth ? 1 : 0;
}
