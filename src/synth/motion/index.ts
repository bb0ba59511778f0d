import { dsi } from '../../benchmarks/index.ts';
import { mirror } from '../mirror.ts';

/** Motion in clips of simulated scenes, as DSI-Bench asks about real ones. */
export const synthMotion = mirror(dsi, {
  id: 'synth-motion',
  photographs: true,
  title: 'Synth Motion',
  about:
    'How objects and the camera move in generated clips, each asked of four views (mirrored, reversed); mirrors dsi.',
  together: 4,
  levels: {
    easy: { objects: '5', slant: '4', movers: '0' },
    medium: { objects: '7', slant: '10', movers: '1' },
    hard: { objects: '10', slant: '16', movers: '2' },
  },
  family: async () => (await import('./family.ts')).motion,
});
