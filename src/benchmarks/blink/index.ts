import type { Benchmark } from '../../contracts/index.ts';
import { demand } from '../../util/index.ts';
import { accuracy, macroAccuracy, qaBenchmark } from '../qa/benchmark.ts';
import { easiVerified } from '../qa/published.ts';
import type { QaSample } from '../qa/sample.ts';
import { protocols } from './protocols.ts';
import { leaderboard } from './published.ts';
import { QUESTIONS, tasks } from './tasks.ts';

/** Fourteen classic tasks of vision as questions with two to four options; the split with public answers. */
export const blink: Benchmark<QaSample> = qaBenchmark({
  id: 'blink',
  title: 'BLINK',
  about: 'Fourteen tasks of perception as multiple choice: depth, correspondence, multi-view, relations … (split val).',
  args: {},
  protocols,
  breakdowns: [['task']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { accuracy, macro: macroAccuracy('mean over subtasks', ({ groups }) => [demand(groups, 'task')]) },
  published: [
    ...leaderboard,
    ...easiVerified({ id: 'blink', metric: 'accuracy', vlmevalkit: 'blink/vlmevalkit' }, [
      ['Qwen3-VL-2B-Instruct', 'Qwen/Qwen3-VL-2B-Instruct', 53.8, null, 53.2, 52.5],
      ['Qwen3-VL-8B-Instruct', 'Qwen/Qwen3-VL-8B-Instruct', 69.1, null, 66.7, 64.9],
      ['InternVL3_5-2B', 'OpenGVLab/InternVL3_5-2B', 51.3, null, 50.2, 48.5],
      ['InternVL3_5-8B', 'OpenGVLab/InternVL3_5-8B', 59.5, null, 58.2, 55.3],
    ]),
  ],
  recordings: async () => (await import('./recordings.ts')).recordings,
  publishedUnits: () => QUESTIONS,
  dataNames: { 'blink/vlmevalkit': 'BLINK' },
  sources: [
    {
      repo: 'BLINK-Benchmark/BLINK',
      revision: 'main',
      files: Object.keys(tasks).map((task) => `${task}/val-*`),
      licence: 'Apache-2.0',
    },
  ],
});
