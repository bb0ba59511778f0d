import type { Benchmark } from '../contracts/index.ts';
import { synthAct } from './act/index.ts';
import type { makeDataset as Make, makeShard as MakeShard } from './make.ts';
import type { SynthBenchmark } from './mirror.ts';
import { synthMotion } from './motion/index.ts';
import { synthPoint } from './point/index.ts';
import { synthViews } from './views/index.ts';

export { readSettings } from './settings.ts';

/** On demand: it writes files and starts threads, which the viewer's page can do without. */
export const makeDataset: typeof Make = async (...given) => (await import('./make.ts')).makeDataset(...given);
export const makeShard: typeof MakeShard = async (...given) => (await import('./make.ts')).makeShard(...given);

/** Generated benchmarks whose data sets can also be written as files. */
export const families: readonly SynthBenchmark[] = [synthPoint, synthViews, synthMotion, synthAct];

/** Benchmarks that are made on the spot. */
export const synthBenchmarks: readonly Benchmark[] = [...families];
