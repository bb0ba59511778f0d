import { refspatialExpand } from '../../benchmarks/index.ts';
import { mirror } from '../mirror.ts';

/** Pointing in pictures of simulated places, as RefSpatial-Expand-Bench asks for it in photographs. */
export const synthPoint = mirror(refspatialExpand, {
  id: 'synth-point',
  photographs: true,
  title: 'Synth Point',
  about:
    'Point to an object, or to a free place, that a chain of spatial relations names, in generated pictures; mirrors refspatial-expand.',
  ablatedBy: ['split', 'step'],
  levels: {
    easy: { objects: '14', candidates: '3', steps: '2', beyond: '0.3', occlusion: '0.2', margin: '1.2' },
    medium: { objects: '22', candidates: '5', steps: '4', beyond: '0.5', occlusion: '0.4', margin: '1' },
    hard: { objects: '28', candidates: '7', steps: '5', beyond: '0.8', occlusion: '0.5', margin: '0.8' },
  },
  family: async () => (await import('./family.ts')).point,
});
