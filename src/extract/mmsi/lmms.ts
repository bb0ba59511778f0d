import { pythonRegex } from '../python/regex.ts';
import { letterExtractor } from './letter.ts';
import { firstCharacter, quoted } from './quoted.ts';

const standalone = pythonRegex('\\b[A-F]\\b(?!\\s[a-zA-Z])', 'i');

/**
 * lmms-eval's task mmsi_bench: as on MMSI's README, but A to F in either case.
 * @example mmsiLmms.extract('option c', {}) // { answer: 'C' }
 */
export const mmsiLmms = letterExtractor({
  id: 'mmsi/lmms',
  about: 'lmms-eval: first A to F alone in either case, in backticks or braces if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: true }), standalone)?.toUpperCase() ?? null,
  say: (letter) => `\`\`${letter}\`\``,
});
