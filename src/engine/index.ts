export { type ArrayJob, jobName, shellLine } from './batch/array-job.ts';
export { kubernetesJobs } from './batch/kubernetes.ts';
export { slurmScripts } from './batch/slurm.ts';
export * from './catalogue.ts';
export { controlNames } from './catalogue.ts';
export { writeEasiSubmission } from './exchange/easi-submission.ts';
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
export { poolReaders, type Reproduction, reproduce } from './exchange/reproduce.ts';
export * from './exchange/unpack.ts';
export { runFormats } from './exchange/whole-run/index.ts';
export { type Publisher, type RunFormat, readWholeRun } from './exchange/whole-run/run-format.ts';
export { findData, openDataset } from './launch/dataset.ts';
export type { Estimate } from './launch/estimate.ts';
export { machineClock, versions } from './launch/here.ts';
export { estimateLaunch, type LaunchOptions, launch } from './launch/launch.ts';
export { shardChoice } from './launch/shard-choice.ts';
export { slurmLock } from './launch/slurm-job.ts';
export { idsFrom, openStored, otherModules, storedBenchmark } from './launch/stored.ts';
export { type SuiteMember, suiteOf } from './launch/suites.ts';
export * from './merge/merge.ts';
export * from './run/ask.ts';
export * from './run/cache.ts';
export * from './run/hash.ts';
export * from './run/plan.ts';
export * from './run/progress.ts';
export { answering } from './run/respond.ts';
export * from './run/run.ts';
export * from './run/spec.ts';
export * from './score/compare.ts';
export { conditionOf, controlSet, readControls } from './score/compare.ts';
export { type ErrataScoring, scoreWithErrata } from './score/errata.ts';
export { explainRuns } from './score/explain.ts';
export { type Forecast, forecast } from './score/forecast.ts';
export { auditLabels } from './score/label-audit.ts';
export { digestOf, KeptReplies, resultsFile } from './score/results-file.ts';
export { RunScoring } from './score/run-scoring.ts';
export * from './score/stored-summary.ts';
export { readBoundSummary } from './score/stored-summary.ts';
export * from './score/summarise.ts';
export * from './score/verification.ts';
export { wordShortcut } from './score/word-shortcut.ts';
export * from './stage/collect.ts';
export * from './stage/reenact.ts';
export { openRobot, type Robot, type RobotOptions, type Step } from './stage/robot.ts';
export { serveRobot } from './stage/serve-robot.ts';
export { Stage } from './stage/stage.ts';
export { StagedDataset } from './stage/staged-dataset.ts';
export { bringModules, type NamedModules } from './use/use.ts';
