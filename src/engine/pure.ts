/** The part of the engine that needs neither files nor network: what the viewer's page computes with. */
export { benchmarks, findBenchmark } from './catalogue.ts';
export { compareRuns } from './compare.ts';
export { contextOf } from './context.ts';
export { hashOf } from './hash.ts';
export { judgeReply } from './judge.ts';
export { unitKey } from './plan.ts';
export { type RunResults, RunScoring } from './run-scoring.ts';
export { type ScoredRun, summarise } from './summarise.ts';
export { unitScorer } from './unit-scorer.ts';
