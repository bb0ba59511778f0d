import { SextantError } from '../contracts/index.ts';

export interface Pixels {
  width: number;
  height: number;
  /** Three bytes per pixel, row by row. */
  rgb: Uint8Array;
}

/** One moment of a demonstration: frame `i` of an episode is at `i / fps` seconds. */
export interface DemoFrame {
  /** Fourteen numbers: left six joints and gripper, right six joints and gripper. */
  state: Float64Array;
  /** What was commanded next: the same fourteen. */
  action: Float64Array;
  endpose?: { left: Float64Array; leftGripper: number; right: Float64Array; rightGripper: number };
  /** By camera name. */
  images: Readonly<Record<string, Pixels>>;
}

/** One demonstration. Frames are read one by one, so that memory does not grow with its length. */
export interface Demonstration {
  index: number;
  /** The instruction. */
  task: string;
  length: number;
  frames(): AsyncIterable<DemoFrame>;
}

/** A set of them, wherever it comes from. */
export interface DemoSet {
  name: string;
  fps: number;
  robot: string;
  cameras: readonly { name: string; width: number; height: number }[];
  count: number;
  episode(index: number): Promise<Demonstration>;
}

/** Some demonstrations of a set, from the first to before the last, numbered anew. */
export function subset(set: DemoSet, { from, to }: { from: number; to: number }): DemoSet {
  if (!(from >= 0 && from < to && to <= set.count))
    throw new SextantError('bad_argument', `it has ${set.count} episodes, not ${from} … ${to - 1}`, {
      where: set.name,
    });
  return {
    ...set,
    count: to - from,
    episode: async (index) => ({ ...(await set.episode(from + index)), index }),
  };
}
