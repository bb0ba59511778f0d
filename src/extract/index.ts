import { type Extractor, nearest, SextantError } from '../contracts/index.ts';
import { choiceOrPoint, choiceOrPointExact } from './by-context.ts';
import { choiceExact } from './choice-exact.ts';
import { choiceLetter } from './choice-letter.ts';
import { pointExact } from './point-exact.ts';
import { pointTuple } from './point-tuple.ts';

/** Every way to read an answer that Sextant knows. */
export const extractors: readonly Extractor[] = [
  choiceLetter,
  choiceExact,
  pointTuple,
  pointExact,
  choiceOrPoint,
  choiceOrPointExact,
];

/** @example findExtractor('choice/letter').extract('(B)', {}) // { answer: 'B' } */
export function findExtractor(id: string): Extractor {
  const found = extractors.find((extractor) => extractor.id === id);
  if (found) return found;
  const ids = extractors.map((extractor) => extractor.id);
  const guess = nearest(id, ids);
  throw new SextantError('unknown_extractor', `there is no extractor "${id}"; known are ${ids.join(', ')}`, {
    ...(guess && { fix: `did you mean ${guess}?` }),
  });
}
