import { letterExtractor } from '../mmsi/letter.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';

const first = pythonRegex('^[(\\s]*([A-Z])', 'i');

/**
 * lmms-eval's _extract_answer_letter, for BLINK and EmbSpatial: the first letter of the reply, whatever word it begins.
 * "The answer is B" is T, "Answer: C" is A.
 * @example lmmsFirstLetter.extract('(b) left', {}) // { answer: 'B' }
 */
export const lmmsFirstLetter = letterExtractor({
  id: 'lmms/first-letter',
  about: 'lmms-eval on BLINK and EmbSpatial: the first letter of the reply, of whatever word',
  read: (text) => first.exec(strip(text))?.[1]?.toUpperCase() ?? null,
  say: (letter) => letter,
});
