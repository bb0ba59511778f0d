import type { Protocol } from '../../contracts/index.ts';
import { noReasoning, withLaterVersions } from '../later-versions.ts';

const official: Protocol = {
  id: 'blink/official',
  about: 'the authors’ own prompt and rules, macro over subtasks; where they ask GPT-3.5 to read, nothing is read',
  prompt: [{ media: 'all' }, { text: '{disclaimer}{prompt}' }],
  decoding: { temperature: 0, maxTokens: 1024 },
  extractor: 'blink/official',
  scorer: 'answer',
  aggregate: 'macro',
  askAgain: 0,
};

const plain: Protocol = {
  ...official,
  id: 'blink/letter',
  about: 'the authors’ prompt; the letter that is given, declared or set apart, and never a guess',
  extractor: 'choice/letter',
};

const vlmevalkit: Protocol = {
  ...official,
  id: 'blink/vlmevalkit',
  about: 'VLMEvalKit, as EASI submits it: its own prompt, can_infer without a judge, mean over questions',
  prompt: [
    { media: 'all' },
    {
      text: 'Question: {question}\nOptions:\n{dotted}\nPlease select the correct answer from the options above. \n',
    },
  ],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'vlmevalkit/can-infer@v2',
  aggregate: 'accuracy',
};

const lmms: Protocol = {
  ...official,
  id: 'blink/lmms',
  about: 'lmms-eval: a note before the authors’ prompt; the first letter of the reply, mean over questions',
  prompt: [
    { media: 'all' },
    {
      text: 'Note: You only need to respond with {letters} without providing any additional information.\n{prompt}',
    },
  ],
  extractor: 'lmms/first-letter',
  aggregate: 'accuracy',
};

export const protocols = withLaterVersions([official, plain, vlmevalkit, lmms], {
  'blink/lmms': [{ about: noReasoning, extractor: 'lmms/first-letter-no-reasoning' }],
});
