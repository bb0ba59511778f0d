import type { Extraction, Score, Scorer } from '../../contracts/index.ts';
import { meanRelativeAccuracy, mmsiEasi, pythonStrip } from '../../extract/index.ts';
import type { QaSample } from './sample.ts';

/** The letter of the option, or the number by its mean relative accuracy; what could not be read gets 0. */
const answer: Scorer<QaSample> = {
  score: (sample, extraction) => judged(sample, extraction, (given, gold) => given === gold),
};

/**
 * EASI reads the gold letter as it reads the reply, with A to F. Where neither can be read, False equals False: with a gold letter
 * beyond F every unreadable reply is right.
 */
const easi: Scorer<QaSample> = {
  score: (sample, extraction) =>
    judged(sample, extraction, (given, gold) => given === textOf(mmsiEasi.extract(pythonStrip(gold), {}))),
};

/** Right is any option with the text of the right one: some questions have that text twice. */
const option: Scorer<QaSample> = {
  score: (sample, extraction) =>
    judged(sample, extraction, (given, gold) => given !== null && sample.choices[given] === sample.choices[gold]),
};

export const scorers = { answer, easi, option } as const;

function judged(
  { answer: gold, choices }: QaSample,
  extraction: Extraction,
  isRight: (given: string | null, gold: string) => boolean,
): Score {
  if (typeof gold === 'number') {
    const given = 'answer' in extraction ? Number(extraction.answer ?? Number.NaN) : Number.NaN;
    const facts = Number.isFinite(given) ? { truth: gold, given, error: relativeError(given, gold) } : { truth: gold };
    const value = Number.isFinite(given) ? meanRelativeAccuracy(given, gold) : 0;
    return { value, note: `truth ${gold}, ${Number.isFinite(given) ? `given ${given}` : 'none given'}`, facts };
  }
  const given = textOf(extraction);
  const facts: Record<string, string | number> = { gold, options: Object.keys(choices).length };
  if (given !== null) facts.letter = given;
  return {
    value: isRight(given, gold) ? 1 : 0,
    note: `gold ${gold}, ${given === null ? 'none given' : `given ${given}`}`,
    facts,
  };
}

function textOf(extraction: Extraction): string | null {
  return 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}

/** In parts of the truth; of 0, the distance itself. */
function relativeError(given: number, truth: number): number {
  const distance = Math.abs(given - truth);
  return truth === 0 ? distance : distance / Math.abs(truth);
}
