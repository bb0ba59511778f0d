import type { Benchmark, Protocol, UnitResult } from '../../contracts/index.ts';
import { meanMetric } from '../../stats/index.ts';
import { noReasoning, withLaterVersions } from '../later-versions.ts';
import { accuracy, qaBenchmark } from '../qa/benchmark.ts';
import { easiVerified, type VerifiedRow } from '../qa/published.ts';
import type { QaSample } from '../qa/sample.ts';

const official: Protocol = {
  id: 'mindcube/official',
  about: 'the authors’ own raw question, pictures where the text has them; the last "A." of the reply, else phrases',
  prompt: [{ interleaved: '{inputPrompt}' }],
  decoding: { temperature: 0, maxTokens: 4096 },
  extractor: 'mindcube/official',
  scorer: 'answer',
  aggregate: 'official',
  askAgain: 0,
};

const easi: Protocol = {
  ...official,
  id: 'mindcube/easi',
  about: 'EASI on VLMEvalKit: the same prompt; EASI’s own reader',
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'mmsi/easi',
  scorer: 'easi',
  aggregate: 'accuracy',
};

const lmms: Protocol = {
  ...official,
  id: 'mindcube/lmms',
  about: 'lmms-eval: the same prompt; the authors’ reader on the reply without space around it',
  extractor: 'mindcube/lmms',
  aggregate: 'accuracy',
};

/** The authors follow questions with "translation" in their id, and leave them out of the number. */
const officialAggregate = (results: readonly UnitResult[]) => {
  const counted = results.filter(({ groups }) => groups.setting !== 'translation');
  if (counted.length === results.length || counted.length === 0) return accuracy(results);
  return [...accuracy(counted), meanMetric({ name: 'accuracy with translation', results })];
};

const tiny: VerifiedRow = ['Qwen2.5-VL-3B-Instruct', 'Qwen/Qwen2.5-VL-3B-Instruct', 37.81, null, 37.88, 36.86, 'tiny'];
const full: VerifiedRow[] = [
  ['Qwen2.5-VL-3B-Instruct', 'Qwen/Qwen2.5-VL-3B-Instruct', 33.21, 36.08, 35.65, 34.97, 'full'],
  ['Qwen2.5-VL-7B-Instruct', 'Qwen/Qwen2.5-VL-7B-Instruct', 29.26, 31.12, 31.48, 30.6, 'full'],
];

/** What a scene looks like from where no picture was taken. */
export const mindcube: Benchmark<QaSample> = qaBenchmark({
  id: 'mindcube',
  aliases: { 'mindcube-tiny': { set: 'tiny' } },
  title: 'MindCube',
  about: 'Scenes from a few views: rotation, among, around. Multiple choice, pictures in the text; set=tiny or full.',
  args: { set: 'tiny' },
  protocols: withLaterVersions([official, easi, lmms], {
    'mindcube/lmms': [{ about: noReasoning, extractor: 'mindcube/lmms-no-reasoning' }],
  }),
  breakdowns: [['setting'], ['images']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { accuracy, official: officialAggregate },
  published: easiVerified({ id: 'mindcube', metric: 'accuracy' }, [tiny, ...full]),
  publishedUnits: ({ set }) => (set === 'tiny' ? 1050 : undefined),
  sources: [{ repo: 'MLL-Lab/MindCube', revision: 'main', files: ['data.zip'], licence: 'see its page' }],
  dataNames: { 'mindcube/easi': 'MindCubeBench_tiny_raw_qa' },
});
