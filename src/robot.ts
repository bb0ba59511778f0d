/** A robot at a table, step by step: what policies act in, for programs that want to hold the loop themselves. */
export type { Action, Episode, EpisodeEvent, Needs, Observation, Picture } from './contracts/index.ts';
export { PolicyError } from './contracts/index.ts';
export { openRobot, type Robot, type RobotOptions, type Step } from './engine/index.ts';
