import type { Protocol } from '../../contracts/index.ts';

const official: Protocol = {
  id: 'tiny/official',
  about: 'picture, then question; reads letters and points wherever they stand clearly',
  prompt: [{ media: 'all' }, { text: '{question}\n{suffix}' }],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'auto/choice-or-point',
  scorer: 'hit',
  aggregate: 'accuracy',
  askAgain: 0,
};

/** The same question, so that answers to one can be scored by the other: the difference is what reading costs. */
const strict: Protocol = {
  ...official,
  id: 'tiny/strict',
  about: 'the same prompt; the answer must be exactly one letter or one (x, y)',
  extractor: 'auto/exact',
};

export const protocols: readonly Protocol[] = [official, strict];
