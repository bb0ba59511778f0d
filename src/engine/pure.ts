/** The part of the engine that needs neither files nor network: what the viewer's page computes with. */
export { benchmarks, findBenchmark } from './catalogue.ts';
export { compareRuns } from './compare.ts';
export { contextOf } from './context.ts';
export { unitKey } from './plan.ts';
export { RunScoring } from './run-scoring.ts';
export { summarise } from './summarise.ts';
