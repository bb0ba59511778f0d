import { matchOption } from '../easi/option.ts';
import { letterExtractor } from './letter.ts';

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
