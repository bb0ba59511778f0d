import type { Benchmark } from '../../contracts/index.ts';
import { aggregates } from '../pointing/aggregates.ts';
import { truthOn } from '../pointing/judge.ts';
import { protocols } from './protocols.ts';
import { published } from './published.ts';
import { Where2placeSample } from './sample.ts';
import { scorers } from './score.ts';

/** Free places in real rooms, described by what stands around them; answered with points. */
export const where2place: Benchmark<Where2placeSample> = {
  id: 'where2place',
  title: 'Where2Place',
  about: 'Point to a free place in a real room that words describe. Answers are points; the truth is a mask.',
  needsData: true,
  args: {},
  protocols,
  breakdowns: [['category']],
  schema: Where2placeSample,
  // Only files need Node; scoring also runs in the browser.
  load: async (opts) => (await import('./load.ts')).load(opts),
  fields: ({ question, prompt }) => ({ question, prompt }),
  space: ({ size }) => ({ size }),
  show: ({ question, media, size, mask }) => ({ question, pictures: media, target: { size, mask } }),
  evidence: ({ mask }) => [mask],
  truth: ({ mask }, assets) => truthOn(mask, assets),
  scorers,
  aggregates,
  published,
  sources: [
    {
      repo: 'wentao-yuan/where2place',
      revision: 'main',
      files: ['point_questions.jsonl', 'images/', 'masks/'],
      licence: 'Apache-2.0',
    },
  ],
};
