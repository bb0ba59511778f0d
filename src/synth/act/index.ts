import { rsbSuites } from '../../benchmarks/index.ts';
import type { Aggregate } from '../../contracts/index.ts';
import { meanAggregate } from '../../stats/index.ts';
import { mirror } from '../mirror.ts';

/** As many choices as there are blocks. */
const accuracy: Aggregate = (results) => {
  const choices = Number(results[0]?.facts?.choices);
  return meanAggregate('accuracy', choices > 0 ? 1 / choices : undefined)(results);
};

const [suite] = rsbSuites;
if (!suite) throw new Error('there are no suites');
// What it says of the authors' simulator does not concern us: there is no other world of this benchmark.
const { caution: _, ...robot } = suite;

const made = mirror(robot, {
  id: 'synth-act',
  title: 'Synth Act',
  about: 'A robot is told where a block lies among others, and puts it into the answer zone. Generated; needs no data.',
  levels: {
    easy: { blocks: '4', steps: '1', margin: '4' },
    medium: { blocks: '6', steps: '3', margin: '3' },
    hard: { blocks: '10', steps: '4', margin: '2' },
  },
  breakdowns: [['steps'], ['relation'], ['side']],
  family: async () => (await import('./family.ts')).actFamily,
});

/** Spatial language in action: the instruction says where the block lies, instead of asking a sum. */
export const synthAct: typeof made = {
  ...made,
  aggregates: { ...made.aggregates, accuracy },
  openWorld: async () => (await import('./world.ts')).openWorld(),
  async load({ dir, args }) {
    return dir === undefined
      ? made.load({ args })
      : (await import('./episode-files.ts')).loadEpisodes(dir, made.schema);
  },
};
