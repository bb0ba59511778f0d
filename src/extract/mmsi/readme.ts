import { pythonRegex } from '../python/regex.ts';
import { letterExtractor } from './letter.ts';
import { firstCharacter, quoted } from './quoted.ts';

/** A capital that stands alone, but not the article in "A bike". */
export const standalone = pythonRegex('\\b[A-D]\\b(?!\\s[a-zA-Z])');

/**
 * The function on MMSI-Bench's README and data card: what is quoted or in braces, there the first capital A to D alone.
 * @example mmsiReadme.extract('The answer is ``B``', {}) // { answer: 'B' }
 */
export const mmsiReadme = letterExtractor({
  id: 'mmsi/readme',
  about: 'MMSI-Bench README: first A to D alone, in backticks or braces if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: true }), standalone),
  say: (letter) => `\`\`${letter}\`\``,
});
