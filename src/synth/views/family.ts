import type { MmsiSample } from '../../benchmarks/index.ts';
import type { Family } from '../family.ts';
import { perScene } from './cluster.ts';
import { generator, openMaker } from './make.ts';
import { publish } from './publish.ts';

/** Places in several pictures each, with questions about what they show together. */
export const views: Family<MmsiSample> = { generator, perScene, idOf: String, open: openMaker, publish };
