import {
  type CollectOrder,
  type Needs,
  type Performance,
  type Played,
  PolicyError,
  type Sample,
} from '../../contracts/index.ts';
import type { EpisodeEntry, RgbOrder } from '../../demonstrations/index.ts';
import { Pool } from '../../host/index.ts';
import { modulesInUse } from '../use/use.ts';

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
  | ({ do: 'record' } & RecordingOrder)
  | ({ do: 'relabel'; sample: Sample; actions: Uint8Array } & Omit<RecordingOrder, 'perturb'>)
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
export type RecordingOrder = CollectOrder['recording'] & {
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

/** Threads in which worlds are simulated. A policy that hangs costs its thread, nothing else. */
export class Stage {
  readonly #pool: Pool<Job, Done[keyof Done]>;

  constructor(setup: StageSetup, threads: number) {
    this.#pool = new Pool({
      file: new URL('./thread.ts', import.meta.url),
      threads,
      setup: (seat) => ({ ...setup, seat, use: modulesInUse() }),
      goodbye: { do: 'leave' },
      ended: (cause) => new PolicyError('policy_failed', whyOf(cause), { cause }),
      hung: (ms) => new PolicyError('policy_timeout', `the policy blocked its thread for more than ${ms / 1000} s`),
    });
  }

  do<J extends Job>(job: J): Promise<Done[J['do']]>;
  do(job: Job): Promise<Done[keyof Done]> {
    return this.#pool.do(job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function whyOf(cause: unknown): string {
  return cause instanceof Error ? `its thread died: ${cause.message}` : 'its thread ended';
}
