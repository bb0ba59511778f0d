/** The part of the engine that needs neither files nor network: what the viewer's page computes with. */
export { benchmarks, findBenchmark } from './catalogue.ts';
export { unitKey } from './run/plan.ts';
export { composePrompt } from './run/prompt.ts';
export { compareRuns, conditionOf, controlSet, readControls } from './score/compare.ts';
export { contextOf } from './score/judge.ts';
export { differences, requireSameWorld } from './score/reenactment.ts';
export { RunScoring } from './score/run-scoring.ts';
export { summarise } from './score/summarise.ts';
