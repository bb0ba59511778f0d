import type { Benchmark, Protocol, UnitResult } from '../../contracts/index.ts';
import { allOfGroup, meanMetric, passAtKMetrics } from '../../stats/index.ts';
import { noReasoning, withLaterVersions } from '../later-versions.ts';
import { optionsOf, qaBenchmark } from '../qa/benchmark.ts';
import { easiVerified } from '../qa/published.ts';
import type { QaSample } from '../qa/sample.ts';

// The authors' own code was not at hand, so there is no official protocol.
const letter: Protocol = {
  id: '3dsr/letter',
  about: 'VLMEvalKit’s prompt; the letter that is given, declared or set apart, and never a guess',
  prompt: [
    { media: 'all' },
    {
      text: 'Question: {question}\nOptions:\n{dotted}\nPlease select the correct answer from the options above. \n',
    },
  ],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'choice/letter',
  scorer: 'answer',
  aggregate: 'flip-circular',
  askAgain: 0,
};

const vlmevalkit: Protocol = {
  ...letter,
  id: '3dsr/vlmevalkit',
  about: 'VLMEvalKit, as EASI submits it: can_infer without a judge',
  extractor: 'vlmevalkit/can-infer@v2',
};

const lmms: Protocol = {
  ...letter,
  id: '3dsr/lmms',
  about: 'lmms-eval: the same prompt; eight patterns in order',
  decoding: { temperature: 0, topP: 1, maxTokens: 4096 },
  extractor: '3dsr/lmms',
};

/**
 * The four numbers of both harnesses. Ids are `XXXXXXXX`, `…-N` for a rotation, `…-flip` for the mirrored picture, `…-flip-N`.
 * Of a breakdown that cuts through groups, only what is left of a group must be right.
 */
const flipCircular = (results: readonly UnitResult[]) => [
  meanMetric({ name: 'vanilla', results, chance: chanceOf(results, ({ id, epoch }) => `${epoch} ${id}`) }),
  ...[
    { name: 'flip', group: ({ id }: UnitResult) => id.replace('-flip', '') },
    { name: 'circular', group: ({ id }: UnitResult) => id.slice(0, id.includes('-flip') ? 13 : 8) },
    { name: 'flip and circular', group: ({ id }: UnitResult) => id.slice(0, 8) },
  ].map(({ name, group }) => allOfGroup({ name, results, group, chance: chanceOf(results, group) })),
  ...passAtKMetrics(results),
];

/** How likely a guesser has whole groups right, each question guessed for itself. */
function chanceOf(results: readonly UnitResult[], group: (unit: UnitResult) => string): number {
  const groups = [...Map.groupBy(results, group).values()];
  const all = groups.map((units) => units.reduce((product, unit) => product / optionsOf(unit), 1));
  return all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length);
}

/** Height, location, orientation and relations of several things in 3D, each picture also mirrored. */
export const threeDsr: Benchmark<QaSample> = qaBenchmark({
  id: '3dsr',
  title: '3DSRBench',
  about: '3D relations in one picture, also mirrored and with rotated options: height, location, orientation, several.',
  args: {},
  protocols: withLaterVersions([letter, vlmevalkit, lmms], {
    '3dsr/lmms': [{ about: noReasoning, extractor: '3dsr/lmms-no-reasoning' }],
  }),
  breakdowns: [['group'], ['category']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { 'flip-circular': flipCircular },
  published: [
    ...easiVerified({ id: '3dsr', metric: 'circular', vlmevalkit: '3dsr/vlmevalkit' }, [
      ['Qwen2.5-VL-3B-Instruct', 'Qwen/Qwen2.5-VL-3B-Instruct', 43.9, null, 43.45, null],
      ['Qwen2.5-VL-7B-Instruct', 'Qwen/Qwen2.5-VL-7B-Instruct', 48.4, null, 47.51, 47.64],
    ]),
    ...easiVerified({ id: '3dsr', metric: 'vanilla', vlmevalkit: '3dsr/vlmevalkit' }, [
      ['Cambrian-S-7B', 'nyu-visionx/Cambrian-S-7B', 54.8, null, 51.94, 51.63],
    ]),
  ],
  sources: [{ repo: 'oscarqjh/3DSRBench_lmmseval', revision: 'main', licence: 'see its page' }],
  dataNames: { '3dsr/vlmevalkit': '3DSRBench' },
});
