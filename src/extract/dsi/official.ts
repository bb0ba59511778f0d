import { letterExtractor } from '../mmsi/letter.ts';
import { pythonRegex } from '../python/regex.ts';

const answer = pythonRegex('<answer>\\s*([A-D])\\s*</answer>', 'i');

/**
 * DSI-Bench's extraction: the first `<answer>` that holds nothing but a letter A to D. The official script asks again up to
 * ten times while there is none, and then writes "E", which is never right; both are not the extractor's job.
 * @example dsiOfficial.extract('<answer> b </answer>', {}) // { answer: 'B' }
 */
export const dsiOfficial = letterExtractor({
  id: 'dsi/official',
  about: 'DSI-Bench: the letter A to D alone in <answer>',
  read: (text) => answer.exec(text)?.[1]?.toUpperCase() ?? null,
  say: (letter) => `<answer>${letter}</answer>`,
});
