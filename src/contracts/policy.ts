import { z } from 'zod';
import { ContestantError, type Futile } from './contestant.ts';
import type { Extras, Json } from './sample.ts';

/** Two arms: joints and gripper of the left one, then of the right one (14 numbers), or hand poses xyz + wxyz and gripper (16). */
export type ActionKind = 'qpos' | 'ee';

/** One command: where the joints (or hands) should go next. */
export type Action = Float64Array;

/** What one camera sees. */
export interface Picture {
  width: number;
  height: number;
  /** Three bytes per pixel, row by row. */
  rgb: Uint8Array;
  /** Millimetres along the viewing direction; 0 where there is nothing. */
  depth?: Float32Array;
  /** Which thing each pixel belongs to; 0 is nothing. */
  segmentation?: Uint16Array;
  /** Which shape each pixel belongs to, of which things consist; 0 is nothing. */
  shapes?: Uint16Array;
  /** Focal lengths and centre, row by row (3×3). */
  intrinsic: Float64Array;
  /** World to camera, x right, y down, z forward (3×4). */
  extrinsic: Float64Array;
}

const side = z.number().int().min(1).max(4096);
const Size = z.strictObject({ width: side, height: side });

/** What a policy asks of the world. */
export const Needs = z.strictObject({
  /** Names of cameras; none is the fastest. */
  cameras: z.array(z.string()).readonly(),
  /** 320×240 unless it says otherwise. */
  size: Size.exactOptional(),
  /** Of single cameras, by name, where they differ from that. */
  sizes: z.record(z.string(), Size).readonly().exactOptional(),
  depth: z.literal(true).exactOptional(),
  segmentation: z.literal(true).exactOptional(),
  shapes: z.literal(true).exactOptional(),
  /** What its commands mean; `either` when it may change from one to the next: their length tells. */
  action: z.enum(['qpos', 'ee', 'either']),
  /** A command lasts so many physics steps, 250 per second, and the next one may lead elsewhere; otherwise until its arms have arrived. */
  every: z.number().int().min(1).max(2500).exactOptional(),
  /** What it is given that a robot never has: hands that can fetch a block, or the right answer as well. */
  peeks: z.enum(['nothing', 'hands', 'truth']),
});
export type Needs = z.infer<typeof Needs>;

/** Hands that know how to put a block into the answer zone: for policies that only have to choose. */
export interface Hands {
  /** The blocks, in a fixed order that tells nothing about the answer, with what the world says of each: where it lies, say. */
  blocks: readonly { label: string; extras: Extras }[];
  /** The commands that fetch a block. Throws `PolicyError` when the planner finds no way. */
  fetch(label: string): Action[];
  /** For those that point at a spot instead of naming a block. */
  spots?: {
    /** The commands that fetch whatever stands there, in metres, turned by so many radians; undefined when no arm gets there. */
    fetch(spot: { x: number; y: number; yaw: number }): Action[] | undefined;
    /** How high the tops of blocks are, in metres: where a line of sight ends. */
    height: number;
  };
  /** The right label; only for those that declare `truth`. */
  truth?: string;
}

export interface Observation {
  instruction: string;
  /** Commands carried out so far. */
  step: number;
  images: Readonly<Record<string, Picture>>;
  /** What the drives were last told (not what the joints do): 14 numbers. */
  state: Float64Array;
  /** What the joints and grippers do, measured, in the same order and scale. */
  joints: Float64Array;
  /** Hand poses, xyz and quaternion wxyz. */
  hands: { left: Float64Array; right: Float64Array };
  peek?: Hands;
}

/** What an episode begins with. */
export interface EpisodeStart {
  instruction: string;
  unit: { id: string; epoch: number };
  /** For seeded policies. */
  seed: number;
  /** Most commands. */
  stepLimit?: number;
  /** How long one call may take. */
  timeoutMs?: number;
}

/** Who acts: what a thread with a world opens. */
export interface Policy {
  id: string;
  needs: Needs;
  /** What identifies this policy beside its id: part of the run's spec. No secrets. */
  settings: Record<string, Json>;
  /** Loads what is slow to load, before anybody's clock runs; called before every episode, and has nothing to do once it has loaded. */
  prepare?(): Promise<void>;
  reset(start: EpisodeStart): void | Promise<void>;
  /** The next commands, carried out one after the other before it is asked again; `done` ends the episode early. */
  act(observation: Observation): Action[] | 'done' | Promise<Action[] | 'done'>;
  /** How many of it may act at the same time, where that is limited: a server with one memory for all. */
  atOnce?: number;
  close?(): void | Promise<void>;
}

/** Why there is no episode: the policy misbehaved or is not there, or the simulation failed. */
const policyErrorKinds = ['bad_action', 'policy_failed', 'policy_timeout', 'policy_unreachable', 'simulation'] as const;
export type PolicyErrorKind = (typeof policyErrorKinds)[number];

/** Whether an error is one of acting rather than of asking. */
export function isPolicyErrorKind(kind: string): kind is PolicyErrorKind {
  return policyErrorKinds.some((known) => known === kind);
}

/** The policy or the world failed. */
export class PolicyError extends ContestantError {
  readonly kind: PolicyErrorKind;

  constructor(kind: PolicyErrorKind, message: string, opts: { cause?: unknown } = {}) {
    super(message, opts);
    this.name = 'PolicyError';
    this.kind = kind;
  }

  override get futile(): Futile | undefined {
    return this.kind === 'policy_unreachable' ? 'connection' : undefined;
  }
}
