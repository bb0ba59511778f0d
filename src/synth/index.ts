import type { Benchmark } from '../contracts/index.ts';
import { synthAct } from './act/index.ts';
import type { SynthBenchmark } from './mirror.ts';
import { synthMotion } from './motion/index.ts';

export { makeDataset } from './make.ts';
export { readSettings } from './settings.ts';

/** Generated benchmarks whose data sets can also be written as files. */
export const families: readonly SynthBenchmark[] = [synthMotion, synthAct];

/** Benchmarks that are made on the spot. */
export const synthBenchmarks: readonly Benchmark[] = [...families];
