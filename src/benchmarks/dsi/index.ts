import type { Benchmark } from '../../contracts/index.ts';
import { answerLabel } from '../answer-label.ts';
import { diagnose } from './diagnose.ts';
import { printOfficial } from './official.ts';
import { protocols } from './protocols.ts';
import { census, DsiSample, views } from './sample.ts';
import { aggregate, score, truth } from './score.ts';

/** Motion in real clips, each question asked of a clip, its mirror image, its reversal and both. */
export const dsi: Benchmark<DsiSample> = {
  id: 'dsi',
  title: 'DSI-Bench',
  about: 'How objects and the camera move: questions about clips, each asked of four views (mirrored, reversed).',
  needsData: true,
  args: { views: 'all' },
  protocols,
  breakdowns: [['category'], ['view'], ['category', 'view']],
  schema: DsiSample,
  // Only loading, outputs and statistics need Node; scoring also runs in the browser.
  load: async (opts) => (await import('./load.ts')).load(opts),
  fields: ({ question, options }) => ({ question, options }),
  space: (sample) => ({ choices: choicesOf(sample) }),
  show: (sample) => ({ question: sample.question, choices: choicesOf(sample), clips: sample.media }),
  truth,
  label: answerLabel,
  scorers: { 'first-letter': { score } },
  aggregates: { views: aggregate },
  diagnose,
  printOfficial,
  outputs: {
    'dsi-csv': {
      about: 'the four result files of the authors’ script, <view>/<model>.csv with result_text and final_answer',
      async *read(path, dataset) {
        yield* (await import('./result-files.ts')).readResultFiles(path, dataset);
      },
      write: async (units, dir, about) => (await import('./result-files.ts')).writeResultFiles(units, dir, about),
      // Beside it stands the E of what cannot be read.
      failed: () => '',
    },
  },
  scorersOfOthers: async () => [(await import('./parity.ts')).evaluate],
  publishedUnits: ({ views: chosen = 'all' }) =>
    census.questions * (chosen === 'all' ? views.length : chosen.split('+').length),
  sources: [{ repo: 'Viglong/DSI-Bench', revision: 'main', files: ['metadatas/', 'videos/'], licence: 'CC-BY-4.0' }],
  statistics: async (dataset) => (await import('./statistics.ts')).statistics(dataset),
  derive: async (dir, opts) => (await import('./derive.ts')).deriveViews(dir, opts),
  mediaName: ({ id }) => id.replaceAll('/', '_'),
};

/** Where the options cannot be told apart, letters are still what is asked for. */
function choicesOf({ choices }: DsiSample): Record<string, string> {
  return Object.keys(choices).length > 0 ? choices : { A: '', B: '', C: '', D: '' };
}
