import type { CollectOrder, Needs, Performance, Played, Sample } from '../../contracts/index.ts';
import type { EpisodeEntry, RgbOrder } from '../../demonstrations/index.ts';

/** What a thread is made for. */
export interface StageSetup {
  /** Benchmark id and its arguments. */
  benchmark: string;
  args: Record<string, string>;
  /** Folder with the benchmark's files. */
  dir?: string;
  cwd: string;
  /** Which of the threads it is, from 0: several servers are dealt out by it. */
  seat?: number;
  /** Modules of the user's that its names may come from. */
  use?: { file: string; sha256: string }[];
}

/** Who acts: a policy by its id, with what the run says that it was given; a label that hands fetch; or commands from a file. */
export type Actor = { policy: string; needs: Needs } | { label: string } | { actions: Uint8Array };

/** What a thread is asked to do. */
export type Job =
  | { do: 'leave' }
  | { do: 'sample'; index: number }
  | ({ do: 'record' } & Recording)
  | ({ do: 'relabel'; sample: Sample; actions: Uint8Array } & Omit<Recording, 'perturb'>)
  | {
      do: 'play';
      sample: Sample;
      actor: Actor;
      unit: { id: string; epoch: number };
      seed: number;
      timeoutMs: number;
      /** Make an mp4 of this camera. */
      film?: { camera: string };
    };

/** Where a demonstration goes and how it is recorded. */
export type Recording = CollectOrder['recording'] & {
  index: number;
  /** The set's folder. */
  dir: string;
  fps: number;
  rgbOrder: RgbOrder;
};

/** A question with the pictures it refers to, in the order of its media. */
export interface Staged {
  sample: Sample;
  files: Uint8Array[];
}

export interface Done {
  /** All policies have been closed. */
  leave: null;
  sample: Staged;
  record: { entry: EpisodeEntry; rejected: number; failed: number };
  relabel: EpisodeEntry;
  play: Played & { film?: Uint8Array; acting?: NonNullable<Performance['acting']> };
}
