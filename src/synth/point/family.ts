import type { RefspatialSample } from '../../benchmarks/index.ts';
import type { Family } from '../family.ts';
import { generator, idOf, open, perScene } from './maker.ts';
import { publish } from './publish.ts';

/** Pictures of simulated places, with four questions to point at the answer of. */
export const point: Family<RefspatialSample> = { generator, perScene, idOf, open, publish };
