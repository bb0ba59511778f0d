import type { Benchmark } from '../contracts/index.ts';

/** Benchmarks that are made on the spot. */
export const synthBenchmarks: readonly Benchmark[] = [];
