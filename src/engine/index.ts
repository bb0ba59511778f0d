export * from './catalogue.ts';
export * from './exchange/export.ts';
export * from './exchange/formats.ts';
export * from './exchange/import.ts';
export * from './exchange/import-episodes.ts';
export * from './exchange/parity.ts';
export {
  importQuestionnaire,
  makeQuestionnaire,
  type QuestionnairePart,
  readAnswers,
} from './exchange/questionnaire.ts';
export { type PooledReader, poolReaders, type Reproduction, reproduce } from './exchange/reproduce.ts';
export * from './exchange/unpack.ts';
export { machineClock } from './launch/clock.ts';
export { controlNames } from './launch/controls.ts';
export { findData, openDataset } from './launch/dataset.ts';
export { type LaunchOptions, launch } from './launch/launch.ts';
export { idsFrom, openStored } from './launch/stored.ts';
export { versions } from './launch/versions.ts';
export * from './run/ask.ts';
export * from './run/cache.ts';
export * from './run/gate.ts';
export * from './run/hash.ts';
export * from './run/plan.ts';
export * from './run/progress.ts';
export { answering } from './run/respond.ts';
export * from './run/run.ts';
export * from './run/spec.ts';
export { readBoundSummary } from './score/bound-summary.ts';
export * from './score/compare.ts';
export { conditionOf, controlSet, readControls } from './score/controls.ts';
export { KeptReplies } from './score/kept-replies.ts';
export { digestOf, resultsFile } from './score/results-file.ts';
export { RunScoring } from './score/run-scoring.ts';
export * from './score/stored-summary.ts';
export * from './score/summarise.ts';
export * from './score/verification.ts';
export * from './score/verify.ts';
export * from './stage/collect.ts';
export * from './stage/reenact.ts';
export * from './stage/relabel.ts';
export { openRobot, type Robot, type RobotOptions, type Step } from './stage/robot.ts';
export { serveRobot } from './stage/serve-robot.ts';
export { Stage } from './stage/stage.ts';
export { StagedDataset } from './stage/staged-dataset.ts';
export { otherModules, storedBenchmark } from './use/stored.ts';
export { bringModules, type NamedModules } from './use/use.ts';
