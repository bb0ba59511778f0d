import type { Extractor } from '../contracts/index.ts';
import { choiceExact, choiceLetter } from './choice-letter.ts';
import { easiNumber } from './easi/number.ts';
import { mmsiEasi } from './mmsi/letter.ts';
import { pointExact, pointTuple } from './point-tuple.ts';

/** For benchmarks that ask for letters and for something else: the question tells which of two extractors reads the answer. */
function byContext(id: string, choice: Extractor, other: Extractor): Extractor {
  return {
    id,
    about: `${choice.id} when there are options, ${other.id} otherwise`,
    extract: (text, context) => (context.choices ? choice : other).extract(text, context),
    write: (answer, context) => (context.choices ? choice : other).write(answer, context),
  };
}

export const choiceOrPoint = byContext('auto/choice-or-point', choiceLetter, pointTuple);

export const choiceOrPointExact = byContext('auto/exact', choiceExact, pointExact);

export const choiceOrNumber = byContext('auto/choice-or-number', choiceLetter, easiNumber);

/** As EASI reads benchmarks that ask for both. */
export const easiChoiceOrNumber = byContext('easi/choice-or-number', mmsiEasi, easiNumber);
