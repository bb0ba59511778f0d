import { type MmsiSample, mmsi } from '../../benchmarks/index.ts';
import type { Dataset } from '../../contracts/index.ts';
import { mirror, type SynthBenchmark } from '../mirror.ts';
import { clusterOf } from './ask.ts';

const mirrored = mirror(mmsi, {
  id: 'synth-views',
  photographs: true,
  title: 'Synth Views',
  about: 'Relate several generated pictures of one place: all eleven question types; mirrors mmsi. Multiple choice.',
  levels: {
    easy: { objects: '7', views: '2', margin: '18', visible: '0.7', ratio: '1.5' },
    medium: { objects: '9', views: '3', margin: '12', visible: '0.6', ratio: '1.3' },
    hard: { objects: '12', views: '6', margin: '10', visible: '0.5', ratio: '1.2' },
  },
  family: async () => (await import('./family.ts')).views,
});

/** Several pictures of a simulated place, as MMSI-Bench has them of real ones. */
export const synthViews: SynthBenchmark<MmsiSample> = {
  ...mirrored,
  load: async (opts) => byScene(await mirrored.load(opts)),
};

/** Files do not say which questions share a place: the published reader goes by their pictures alone. */
function byScene(dataset: Dataset<MmsiSample>): Dataset<MmsiSample> {
  return {
    ...dataset,
    async sample(index) {
      const sample = await dataset.sample(index);
      return { ...sample, cluster: clusterOf(Number(sample.original)) };
    },
  };
}
