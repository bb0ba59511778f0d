/** The part of the engine that needs neither files nor network: what the viewer's page computes with. */
export { benchmarks, findBenchmark } from './catalogue.ts';
export { unitKey } from './run/plan.ts';
export { compareRuns } from './score/compare.ts';
export { contextOf } from './score/context.ts';
export { conditionOf, controlSet, readControls } from './score/controls.ts';
export { differences } from './score/differences.ts';
export { RunScoring } from './score/run-scoring.ts';
export { requireSameWorld } from './score/same-world.ts';
export { summarise } from './score/summarise.ts';
