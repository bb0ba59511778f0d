import { matchOption } from '../easi/option.ts';
import { pythonRegex } from '../python/regex.ts';
import { firstCharacter, letterExtractor, quoted } from './letter.ts';

/** A capital that stands alone, but not the article in "A bike". */
const readmeStandalone = pythonRegex('\\b[A-D]\\b(?!\\s[a-zA-Z])');

/**
 * The function on MMSI-Bench's README and data card: what is quoted or in braces, there the first capital A to D alone.
 * @example mmsiReadme.extract('The answer is ``B``', {}) // { answer: 'B' }
 */
export const mmsiReadme = letterExtractor({
  id: 'mmsi/readme',
  about: 'MMSI-Bench README: first A to D alone, in backticks or braces if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: true }), readmeStandalone),
  say: (letter) => `\`\`${letter}\`\``,
});

/**
 * EASI's can_match_option, for MMSIBench_wo_circular. The scorer's job: EASI reads the right answer the same way, and when
 * both are unreadable it counts a hit.
 * @example mmsiEasi.extract('Final answer: (C)', {}) // { answer: 'C' }
 */
export const mmsiEasi = letterExtractor({
  id: 'mmsi/easi',
  about: 'EASI can_match_option: tags, then the last lines from below, then phrases, then the only capital A to F',
  read: (text) => matchOption(text),
  say: (letter) => letter,
});

/**
 * The evaluation code of MMSI-Bench: as on its README, but braces do not count.
 * @example mmsiFork.extract('x{y}A', {}) // { answer: 'A' }
 */
export const mmsiFork = letterExtractor({
  id: 'mmsi/fork',
  about: 'MMSI-Bench code: first A to D alone, in backticks if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: false }), readmeStandalone),
  say: (letter) => `\`\`${letter}\`\``,
});

const lmmsStandalone = pythonRegex('\\b[A-F]\\b(?!\\s[a-zA-Z])', 'i');

/**
 * lmms-eval's task mmsi_bench: as on MMSI's README, but A to F in either case.
 * @example mmsiLmms.extract('option c', {}) // { answer: 'C' }
 */
export const mmsiLmms = letterExtractor({
  id: 'mmsi/lmms',
  about: 'lmms-eval: first A to F alone in either case, in backticks or braces if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: true }), lmmsStandalone)?.toUpperCase() ?? null,
  say: (letter) => `\`\`${letter}\`\``,
});
