import type { Episode, Sample, Survey } from '../../src/contracts/index.ts';

/** What is to be done again. */
export interface ReplayJob {
  benchmark: string;
  sample: Sample;
  unit: { id: string; epoch: number };
  episode: Episode;
  /** The commands as stored. */
  actions: Uint8Array;
  /** The engine's WebAssembly, where it cannot be fetched. */
  wasm?: Uint8Array;
}

/** What does not change while a world moves. */
export type ReplayScene = Pick<Survey, 'lights'> & {
  things: readonly Pick<Survey['things'][number], 'mesh' | 'colour' | 'texture' | 'castsShadow'>[];
  cameras: readonly { name: string; fovy: number }[];
};

/** Some moments, one after the other. */
export interface Moments {
  /** Physics steps since the start. */
  steps: Int32Array;
  /** Two per moment: left and right, 0 (shut) … 1 (open). */
  grippers: Float32Array;
  /** The angles of all joints, in radians: those of the left arm, then those of the right one. */
  joints: Float32Array;
  /** Per moment and thing, then camera: the three rows of its rotation, each followed by a number of its position. */
  poses: Float32Array;
}

/** What moves, and how. */
export type Motion = { scene: ReplayScene } | { moments: Moments };

export type ReplayMessage =
  | Motion
  /** The end: what is not as it was told; nothing when it is the same. */
  | { differences: string[] }
  | { failure: string };

/** A world of 250 steps per second is noted fifty times per second. */
export const STEPS_PER_SECOND = 250;
export const STEPS_PER_MOMENT = 5;
/** Joints of one arm. */
export const JOINTS = 6;
/** Numbers of one pose. */
export const POSE = 12;
