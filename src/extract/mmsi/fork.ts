import { letterExtractor } from './letter.ts';
import { firstCharacter, quoted } from './quoted.ts';
import { standalone } from './readme.ts';

/**
 * The evaluation code of MMSI-Bench: as on its README, but braces do not count.
 * @example mmsiFork.extract('x{y}A', {}) // { answer: 'A' }
 */
export const mmsiFork = letterExtractor({
  id: 'mmsi/fork',
  about: 'MMSI-Bench code: first A to D alone, in backticks if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: false }), standalone),
  say: (letter) => `\`\`${letter}\`\``,
});
