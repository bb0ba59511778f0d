import type { Benchmark, UnitResult } from '../../contracts/index.ts';
import { pythonStrip as strip } from '../../extract/index.ts';
import { macroMetric } from '../../stats/index.ts';
import { at, demand } from '../../util/index.ts';
import { aggregates } from '../pointing/aggregates.ts';
import { protocols } from './protocols.ts';
import { published, QUESTIONS } from './published.ts';
import { RobospatialSample } from './sample.ts';
import { scorers, truthOf } from './score.ts';

/** What lmms-eval takes out of a question, because it asks for another form. */
const forms = [
  'Your answer should be formatted as a list of tuples, i.e. [(x1, y1), ...], where each tuple contains the x and y coordinates of a point satisfying the conditions above. The coordinates should be between 0 and 1, indicating the normalized pixel locations of the points.',
  'Answer yes or no.',
];

/** The words are their own names. */
const words = { yes: '', no: '' };

/** Rooms at home: does it stand there, does it fit, and where is a free place? */
export const robospatial: Benchmark<RobospatialSample> = {
  id: 'robospatial',
  title: 'RoboSpatial-Home',
  about:
    'Relations and free places in rooms, for robots: configuration and compatibility (yes or no), context (a point).',
  needsData: true,
  args: {},
  protocols,
  breakdowns: [['category']],
  schema: RobospatialSample,
  load: async (opts) => (await import('./load.ts')).load(opts),
  fields: ({ question, truth }) => ({
    kind: typeof truth === 'string' ? 'yes-no' : 'point',
    question,
    beforeForm: strip(at(question.split('Your answer should'), 0)),
    withoutForm: forms.reduce((rest, form) => strip(rest.replaceAll(form, '')), question),
  }),
  space: ({ truth, size }) => (typeof truth === 'string' ? { choices: words } : { size }),
  show: ({ question, media, truth, size }) => ({
    question,
    pictures: media,
    ...(typeof truth === 'string' ? { choices: words } : { target: { size, polygon: truth } }),
  }),
  evidence: ({ mask }) => (mask ? [mask] : []),
  truth: truthOf,
  scorers,
  aggregates: {
    ...aggregates,
    macro: (results) => [
      macroMetric({
        name: 'mean over categories',
        results,
        stratum: ({ groups }) => [demand(groups, 'category')],
        guess: ({ groups }) => Number(groups.chance),
      }),
      ...aggregates
        .mean(results)
        .map((metric) => ({ ...metric, name: metric.name.replace('accuracy', 'over questions') })),
    ],
  },
  caution: noMasks,
  published,
  publishedUnits: () => QUESTIONS,
  dataNames: { 'robospatial/vlmevalkit': 'RoboSpatialHome' },
  sources: [{ repo: 'chanhee-luke/RoboSpatial-Home', revision: 'main', files: ['data/'], licence: 'Apache-2.0' }],
};

/** lmms-eval needs the masks that only the hub's files have. */
function noMasks(results: readonly UnitResult[]): string | undefined {
  const count = results.filter(({ facts }) => facts?.noMask === 1).length;
  return count === 0 ? undefined : `${count} regions have no mask here: lmms-eval counts -1 for each, this counts 0`;
}
