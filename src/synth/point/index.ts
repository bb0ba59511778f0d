import { refspatialExpand } from '../../benchmarks/index.ts';
import { mirror } from '../mirror.ts';

/** Pointing in pictures of simulated places, as RefSpatial-Expand-Bench asks for it in photographs. */
export const synthPoint = mirror(refspatialExpand, {
  id: 'synth-point',
  photographs: true,
  title: 'Synth Point',
  about:
    'Point to an object, or to a free place, that a chain of spatial relations names, in generated pictures; mirrors refspatial-expand.',
  levels: {
    easy: { objects: '7', steps: '2', occlusion: '0.2', margin: '1.5' },
    medium: { objects: '10', steps: '4', occlusion: '0.4', margin: '1' },
    hard: { objects: '13', steps: '5', occlusion: '0.55', margin: '0.8' },
  },
  family: async () => (await import('./family.ts')).point,
});
