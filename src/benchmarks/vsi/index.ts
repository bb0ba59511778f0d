import type { Benchmark, UnitResult } from '../../contracts/index.ts';
import { macroAccuracy, qaBenchmark } from '../qa/benchmark.ts';
import type { QaSample } from '../qa/sample.ts';
import { protocols } from './protocols.ts';
import { published } from './published.ts';

/** Three kinds of one type: together they weigh as much as any other. */
const direction = /^(object_rel_direction)_(.+)$/;

function typeOf({ groups: { question_type = '' } }: UnitResult): readonly string[] {
  const [, type, level] = direction.exec(question_type) ?? [];
  return type !== undefined && level !== undefined ? [type, level] : [question_type];
}

/** Questions about walks through rooms: four types ask for letters, four for numbers. */
export const vsi: Benchmark<QaSample> = qaBenchmark({
  id: 'vsi',
  aliases: { 'vsi-debiased': { debiased: '1' } },
  title: 'VSI-Bench',
  about: 'Walks through rooms: counts, sizes, distances, directions, routes, order. Letters and numbers; debiased=1.',
  args: { debiased: '0' },
  protocols,
  breakdowns: [['type'], ['question_type'], ['dataset']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { macro: macroAccuracy('mean over types', typeOf) },
  published,
  publishedUnits: ({ debiased }) => (debiased === '1' ? undefined : 5130),
  sources: [{ repo: 'nyu-visionx/VSI-Bench', revision: 'main', licence: 'see its page' }],
  dataNames: { 'vsi/easi': 'VSI-Bench_32frame' },
});
