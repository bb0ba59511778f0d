import type { Benchmark, Protocol, Published } from '../../contracts/index.ts';
import { noReasoning, withLaterVersions } from '../later-versions.ts';
import { accuracy, qaBenchmark } from '../qa/benchmark.ts';
import { easiVerified } from '../qa/published.ts';
import type { QaSample } from '../qa/sample.ts';

const official: Protocol = {
  id: 'viewspatial/official',
  about: 'the authors’ own: nothing between question and options; the first A to D alone on the last line',
  prompt: [{ text: '{question}{listed}\nReply only to the corresponding option.\nAnswer:' }, { media: 'all' }],
  decoding: { temperature: 0, maxTokens: 1024 },
  extractor: 'viewspatial/official',
  scorer: 'answer',
  aggregate: 'accuracy',
  askAgain: 0,
};

const letter: Protocol = {
  ...official,
  id: 'viewspatial/letter',
  about: 'the same prompt; the letter that is given, declared or set apart, so that the article "a" is no answer',
  extractor: 'choice/letter',
};

const easi: Protocol = {
  ...official,
  id: 'viewspatial/easi',
  about: 'EASI on VLMEvalKit: pictures first, question and options with labels; EASI’s own reader',
  prompt: [
    { media: 'all' },
    { text: 'Question: {question}\nChoices: {listed}\nReply only to the corresponding option.\nAnswer:' },
  ],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'mmsi/easi',
  scorer: 'easi',
};

const lmms: Protocol = {
  ...easi,
  id: 'viewspatial/lmms',
  about: 'lmms-eval: EASI’s prompt with the authors’ reader',
  extractor: 'viewspatial/official',
  scorer: 'answer',
};

const readme = 'ViewSpatial-Bench README (github.com/ZJU-REAL/ViewSpatial-Bench)';
const theirs: Published[] = [
  { model: 'GPT-4o', aliases: ['openai/gpt-4o'], metric: 'accuracy', percent: 34.98, source: readme },
  {
    model: 'Gemini-2.0-Flash',
    aliases: ['gemini/gemini-2.0-flash'],
    metric: 'accuracy',
    percent: 32.56,
    source: readme,
  },
  { model: 'Random', metric: 'accuracy', percent: 26.33, source: readme },
];

/** Directions and orientations seen by the camera, and by a person in the picture. */
export const viewspatial: Benchmark<QaSample> = qaBenchmark({
  id: 'viewspatial',
  title: 'ViewSpatial-Bench',
  about: 'Where things are and face, as the camera sees it and as a person in the scene would. Multiple choice.',
  args: {},
  protocols: withLaterVersions([official, letter, easi, lmms], {
    'viewspatial/lmms': [{ about: noReasoning, extractor: 'viewspatial/official-no-reasoning' }],
  }),
  breakdowns: [['type'], ['perspective'], ['images']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { accuracy },
  published: [
    ...theirs,
    ...easiVerified({ id: 'viewspatial', metric: 'accuracy' }, [
      ['Qwen2.5-VL-3B-Instruct', 'Qwen/Qwen2.5-VL-3B-Instruct', 35.85, null, 31.97, 32.23],
      ['Qwen2.5-VL-7B-Instruct', 'Qwen/Qwen2.5-VL-7B-Instruct', 36.85, null, 36.85, 36.43],
      ['InternVL3-14B', 'OpenGVLab/InternVL3-14B', 40.28, null, 40.53, 40.7],
    ]),
  ],
  publishedUnits: () => 5712,
  sources: [{ repo: 'lidingm/ViewSpatial-Bench', revision: 'main', licence: 'see its page' }],
  dataNames: { 'viewspatial/easi': 'ViewSpatialBench' },
});
