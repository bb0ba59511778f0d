import type { Benchmark, Protocol } from '../../contracts/index.ts';
import { noReasoning, withLaterVersions } from '../later-versions.ts';
import { accuracy, qaBenchmark } from '../qa/benchmark.ts';
import { easiVerified } from '../qa/published.ts';
import type { QaSample } from '../qa/sample.ts';

// The authors published no code of their evaluation, so there is no official protocol.
const letter: Protocol = {
  id: 'embspatial/letter',
  about: 'EASI’s prompt; the letter that is given, declared or set apart, and never a guess',
  prompt: [
    { media: 'all' },
    {
      text: 'Question: {question}\nOptions:\n{colons}\nGive me the answer letter directly. The best answer is:',
    },
  ],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'choice/letter',
  scorer: 'answer',
  aggregate: 'accuracy',
  askAgain: 0,
};

const easi: Protocol = {
  ...letter,
  id: 'embspatial/easi',
  about: 'EASI on VLMEvalKit: SITE-Bench’s form of a prompt; EASI’s own reader',
  extractor: 'mmsi/easi',
  scorer: 'easi',
};

const lmms: Protocol = {
  ...letter,
  id: 'embspatial/lmms',
  about: 'lmms-eval: a note before the question, options with brackets; the first letter of the reply',
  prompt: [
    { media: 'all' },
    {
      text: 'Note: You only need to respond with A, B, C, D without providing any additional information.\n{question}\n{brackets}',
    },
  ],
  decoding: { temperature: 0, maxTokens: 1024 },
  extractor: 'lmms/first-letter',
};

/** Relations between things in rooms, for robots: above, under, left, right, close, far. */
export const embspatial: Benchmark<QaSample> = qaBenchmark({
  id: 'embspatial',
  title: 'EmbSpatial-Bench',
  about: 'Six relations between things in rooms (above, under, left, right, close, far). Multiple choice.',
  args: {},
  protocols: withLaterVersions([letter, easi, lmms], {
    'embspatial/lmms': [{ about: noReasoning, extractor: 'lmms/first-letter-no-reasoning' }],
  }),
  breakdowns: [['data_source'], ['relation']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { accuracy },
  published: easiVerified({ id: 'embspatial', metric: 'accuracy' }, [
    ['Qwen3-VL-4B-Instruct', 'Qwen/Qwen3-VL-4B-Instruct', 79.6, null, 78.7, 76.81],
    ['Qwen3-VL-8B-Instruct', 'Qwen/Qwen3-VL-8B-Instruct', 78.5, null, 77.7, 77.42],
  ]),
  sources: [{ repo: 'FlagEval/EmbSpatial-Bench', revision: 'main', licence: 'see its page' }],
  dataNames: { 'embspatial/easi': 'EmbSpatialBench' },
});
