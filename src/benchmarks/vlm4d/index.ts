import type { Benchmark, Protocol } from '../../contracts/index.ts';
import { accuracy, qaBenchmark } from '../qa/benchmark.ts';
import type { QaSample } from '../qa/sample.ts';
import { published } from './published.ts';

const cot: Protocol = {
  id: 'vlm4d/cot',
  about: 'the authors’ chain-of-thought prompt; the letter that is declared, where they ask another model to read',
  prompt: [
    { media: 'all' },
    {
      text: "\nQuestion: {question}\n{colons}\n\nAnswer the given multiple-choice question step by step. Begin by explaining your reasoning process clearly. In the last sentence of your response, you must conclude by stating the final answer using the following format: 'Therefore, the final answer is: $LETTER' (without quotes), where $LETTER must be only one of the options (A or B or C or D). Think step by step before answering.",
    },
  ],
  video: { rule: 'uniform-ends', value: 32 },
  decoding: { temperature: 1, maxTokens: 1024, seed: 215 },
  extractor: 'choice/letter',
  scorer: 'option',
  aggregate: 'accuracy',
  askAgain: 0,
};

const direct: Protocol = {
  ...cot,
  id: 'vlm4d/direct',
  about: 'the authors’ prompt without reasoning; the letter that is given',
  prompt: [
    { media: 'all' },
    {
      text: '\nQuestion: {question}\n{colons}\n\nDo not generate any intermediate reasoning process. Answer directly with the option letter from the given choices.\n',
    },
  ],
};

/** Motion in clips: which way things move and turn, in real and in generated scenes. */
export const vlm4d: Benchmark<QaSample> = qaBenchmark({
  id: 'vlm4d',
  title: 'VLM4D',
  about: 'Which way things move and turn in clips, real (seen from outside or by the wearer) and generated.',
  args: {},
  protocols: [cot, direct],
  breakdowns: [['part'], ['kind'], ['source']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { accuracy },
  published,
  recordings: async () => (await import('./recordings.ts')).recordings,
  publishedUnits: () => 1371 + 445,
  sources: [{ repo: 'shijiezhou/VLM4D', revision: 'main', licence: 'see its page' }],
});
