import type { Extractor } from '../contracts/index.ts';
import { choiceExact, choiceLetter } from './choice-letter.ts';
import { pointExact, pointTuple } from './point-tuple.ts';

/** For benchmarks that ask for letters and for points: the question tells which of two extractors reads the answer. */
function byContext(id: string, choice: Extractor, point: Extractor): Extractor {
  return {
    id,
    about: `${choice.id} when there are options, ${point.id} otherwise`,
    extract: (text, context) => (context.choices ? choice : point).extract(text, context),
    write: (answer, context) => (context.choices ? choice : point).write(answer, context),
  };
}

export const choiceOrPoint = byContext('auto/choice-or-point', choiceLetter, pointTuple);

export const choiceOrPointExact = byContext('auto/exact', choiceExact, pointExact);
