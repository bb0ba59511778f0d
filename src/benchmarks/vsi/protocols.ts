import type { Protocol } from '../../contracts/index.ts';
import { noReasoning, withLaterVersions } from '../later-versions.ts';

const letter = "Answer with the option's letter from the given choices directly.";

const official: Protocol = {
  id: 'vsi/official',
  about: 'the authors’ own: 32 frames, options under "Options:"; the first word must be the letter or the number',
  prompt: [{ media: 'all' }, { text: 'These are frames of a video.\n{question}\n{instruction}' }],
  instructions: {
    choice: `Options:\n{listed}\n${letter}`,
    number: 'Please answer the question using a single word or phrase.',
  },
  video: { rule: 'uniform-ends', value: 32 },
  decoding: { temperature: 0, maxTokens: 16 },
  extractor: 'vsi/official',
  scorer: 'answer',
  aggregate: 'macro',
  askAgain: 0,
};

const api: Protocol = {
  ...official,
  id: 'vsi/official-api',
  about: 'the authors’ prompt for Gemini and GPT, which asks for nothing but a number',
  instructions: {
    choice: `Options:\n{listed}\n${letter}`,
    number: 'Do not response anything other than a single number!',
  },
};

const easi: Protocol = {
  ...official,
  id: 'vsi/easi',
  about: 'EASI on VLMEvalKit: no line "Options:", numbers asked for as floats; EASI’s own readers',
  instructions: {
    choice: `{listed}\n${letter}`,
    number: 'Answer briefly and directly in one float number.',
  },
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'easi/choice-or-number',
  scorer: 'easi',
};

const lmms: Protocol = {
  ...official,
  id: 'vsi/lmms',
  about: 'lmms-eval: the authors’ prompt; of numbers the first in the reply, in digits or in words',
  extractor: 'vsi/lmms',
};

/** Each recipe is a prompt and a reader; the default counts what cannot be read as unread. */
export const protocols = withLaterVersions([official, api, easi, lmms], {
  'vsi/lmms': [{ about: noReasoning, extractor: 'vsi/lmms-no-reasoning' }],
});
