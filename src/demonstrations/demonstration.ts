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
  /** Whether that is what the expert does; absent where it always is. */
  isExpert?: boolean;
  endpose?: { left: Float64Array; leftGripper: number; right: Float64Array; rightGripper: number };
  /** By camera name; until the next frame is asked for. */
  images: Readonly<Record<string, Pixels>>;
}

/** What a demonstration is about, in words. */
export interface Language {
  /** All wordings of the instruction, for training and for evaluation; each once. */
  seen: readonly string[];
  unseen: readonly string[];
  question: string;
  /** The right option's text, and its letter. */
  answer: string;
  letter: string;
}

/** One demonstration. Frames are read one by one, so that memory does not grow with its length. */
export interface Demonstration {
  index: number;
  /** The instruction. */
  task: string;
  /** Other ways to say it, and what is right; absent where that is not known. */
  language?: Language;
  length: number;
  frames(): AsyncIterable<DemoFrame>;
}

/** A set of them, wherever it comes from. */
export interface DemoSet {
  name: string;
  fps: number;
  /** How many frames there were in a second of the world's time, about; `fps` is how fast they are played. */
  trueFps?: number;
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
