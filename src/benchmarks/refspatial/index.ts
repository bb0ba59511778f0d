import type { Benchmark } from '../../contracts/index.ts';
import { pythonStrip as strip } from '../../extract/index.ts';
import { aggregates } from '../pointing/aggregates.ts';
import { truthOn } from '../pointing/judge.ts';
import { diagnose } from './diagnose.ts';
import { bench, benchSource, type Edition, expand, expandSource } from './edition.ts';
import { caution, printOfficial } from './official.ts';
import { outputs } from './outputs.ts';
import { protocols } from './protocols.ts';
import { publishedBench } from './published-bench.ts';
import { publishedExpand } from './published-expand.ts';
import { RefspatialSample } from './sample.ts';
import { scorers } from './score.ts';

/** RefSpatial-Bench: 277 questions that are answered with a point in a picture. */
export const refspatial: Benchmark<RefspatialSample> = {
  ...define(bench),
  about: 'Point to an object, or to a free place, that a chain of spatial relations names. 277 questions, indoors.',
  breakdowns: [['split'], ['step'], ['split', 'step']],
  published: publishedBench,
  sources: [benchSource],
};

/** Its successor: 441 questions, outdoors too, without the unseen split. */
export const refspatialExpand: Benchmark<RefspatialSample> = {
  ...define(expand),
  about:
    'Point to an object, or to a free place, that a chain of spatial relations names. 441 questions, indoors and outdoors.',
  breakdowns: [['split'], ['step'], ['scene'], ['step', 'scene'], ['split', 'step'], ['split', 'scene']],
  published: publishedExpand,
  sources: [expandSource],
};

function define(edition: Edition): Omit<Benchmark<RefspatialSample>, 'about' | 'breakdowns'> {
  return {
    id: edition.id,
    title: edition.title,
    needsData: true,
    args: {},
    protocols,
    schema: RefspatialSample,
    // Only files need Node; scoring also runs in the browser.
    load: async (opts) => (await import('./load.ts')).load(edition, opts),
    fields: ({ prompt, object, suffix }) => ({
      prompt,
      object,
      suffix,
      // VLMEvalKit strips its prompt, the end of which is its own.
      promptFromFirstWord: prompt.slice(prompt.indexOf(strip(prompt))),
    }),
    space: ({ size }) => ({ size }),
    show: ({ prompt, media, size, mask }) => ({ question: prompt, pictures: media, target: { size, mask } }),
    evidence: ({ mask }) => [mask],
    truth: ({ mask }, assets) => truthOn(mask, assets),
    scorers,
    aggregates,
    caution: (results, protocol) => caution(results, protocol, Object.keys(edition.splits)),
    diagnose,
    printOfficial: (results) => printOfficial(results, Object.keys(edition.splits)),
    outputs,
    scorersOfOthers: async () => [(await import('./parity.ts')).summarizeAcc(edition)],
    dataNames: {
      'refspatial/vlmevalkit': 'RefSpatial',
      'refspatial/vlmevalkit@2': 'RefSpatial',
      'refspatial/vlmevalkit-split-think': 'RefSpatial',
      'refspatial/easi': 'RefSpatial_wo_unseen',
      'refspatial/easi@2': 'RefSpatial_wo_unseen',
      'refspatial/easi-split-think': 'RefSpatial_wo_unseen',
    },
    publishedUnits: () => Object.values(edition.splits).reduce((sum, count) => sum + count, 0),
    statistics: async (dataset) => (await import('./statistics.ts')).statistics(edition, dataset),
    mirror: async (dir, opts) => (await import('./mirror.ts')).mirrorTwins(edition, dir, opts),
    mediaName: ({ split, number }) => `${split}_${number}`,
  };
}
