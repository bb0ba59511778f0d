import { z } from 'zod';
import type { Showing, ShownEpisode } from './demonstration.ts';
import type { Action, Needs, Observation, Picture, Policy } from './policy.ts';
import { MediaRef, type Sample } from './sample.ts';
import { amount } from './summary.ts';

/** Something that happened in an episode: a finger touched a block, a block came to lie in the zone … */
export const EpisodeEvent = z.object({
  /** Physics steps since the start. */
  step: z.number().int().nonnegative(),
  what: z.string(),
  /** Label of the block it happened to. */
  block: z.string().exactOptional(),
  arm: z.enum(['left', 'right']).exactOptional(),
});
export type EpisodeEvent = z.infer<typeof EpisodeEvent>;

/** What a robot did and what came of it: enough to do it again and see that it is the same. */
export const Episode = z.object({
  /** Name and version of everything that decides what happens. */
  world: z.string(),
  /** Hash of the state before the first command. */
  start: z.string(),
  /** Hash of the state every 250 physics steps, and of the last one. */
  hashes: z.array(z.string()),
  /** Physics steps. */
  steps: z.number().int().nonnegative(),
  /** The commands, a blob of the run. */
  actions: z.object({ sha256: z.string(), count: z.number().int().nonnegative() }),
  /** Why it ended: a word of the world, for example `success`, `step_limit`, `done`. */
  end: z.string(),
  /** In order. A world that runs on after the end notes it as an event: what follows it happened afterwards. */
  events: z.array(EpisodeEvent),
  /** Label of the block that lay in the zone when it ended, if any. */
  placed: z.string().nullable(),
});
export type Episode = z.infer<typeof Episode>;

/** What was done. */
export const Performance = z.object({
  episode: Episode,
  /** What a camera saw of it, where somebody wanted it filmed; among the run's blobs. */
  film: MediaRef.exactOptional(),
  /** How a policy worked: calls, milliseconds per call, commands per call. Times are not reproducible, so they stand apart. */
  acting: z
    .object({ calls: z.number().int().nonnegative(), meanMs: amount, maxMs: amount, meanCommands: amount })
    .exactOptional(),
});
export type Performance = z.infer<typeof Performance>;

/** An observer that gets a picture of a camera every so many physics steps. */
export interface Watcher {
  camera: string;
  size: { width: number; height: number };
  every: number;
  frame(picture: Picture): void | Promise<void>;
}

export interface PlayOptions {
  unit: { id: string; epoch: number };
  /** For seeded policies. */
  seed: number;
  /** How long one call of the policy may take. */
  timeoutMs: number;
  watch?: Watcher;
  track?: Tracker;
}

export interface Played {
  episode: Episode;
  /** The commands as stored. */
  actions: Uint8Array;
}

/** Commands that were carried out, and how long each lasted where that was fixed. */
export interface ActionLog {
  actions: Action[];
  /** Physics steps per command. */
  every?: number;
}

/** An episode under way, command by command. */
export interface Playing {
  /** Why it ended, as in `Episode`; undefined while it goes on. */
  readonly end: string | undefined;
  /** Commands carried out so far. */
  readonly commands: number;
  /** What has happened so far, in order; grows. */
  readonly events: readonly EpisodeEvent[];
  observe(): Observation;
  /** What a camera sees now; it need not be among those that were asked for. */
  look(camera: string, size: { width: number; height: number }): Picture;
  /** Carries out one command. Throws `PolicyError` for one that no robot could be given. */
  step(action: Action): Promise<void>;
  /** What was done; gives up an episode that has not ended. To be called once. */
  finish(): Promise<Played>;
}

/** Where episodes take place. One per thread; whoever opens it closes it. */
export interface World<S extends Sample = Sample> {
  /** Lays the table for an episode that the caller steps through. There is one at a time: the next one ends it. */
  begin(sample: S, needs: Needs, opts?: Pick<PlayOptions, 'track'>): Promise<Playing>;
  /** Throws `PolicyError` when the policy or the simulation fails. */
  play(sample: S, policy: Policy, opts: PlayOptions): Promise<Played>;
  /** The expert does it, and what it sees can be recorded every so many steps. */
  demonstrate?(sample: S, opts: Showing): ShownEpisode;
  /** Somebody’s commands are carried out again, and in each moment between two the expert says what it would do. */
  relabel?(sample: S, log: ActionLog, opts: Showing): ShownEpisode;
  close(): void;
}

type Triple = readonly [number, number, number];

/** Something that can be seen, as plain data. */
export interface SurveyedThing {
  /** Its form in its own frame: three numbers per vertex and normal, two per place in the texture, three vertices per triangle. */
  mesh: { positions: Float64Array; normals: Float64Array; uvs: Float64Array; triangles: Int32Array };
  /** Red, green and blue as displayed, 0 … 1. */
  colour: Triple;
  /** A square picture that multiplies the colour and repeats: rows from the top, red in the lowest byte. Smaller copies follow it. */
  texture?: { size: number; levels: readonly Int32Array[] };
  castsShadow: boolean;
  /** In metres. */
  position: Float64Array;
  /** 3×3, row by row: own frame to world. */
  rotation: Float64Array;
}

/** Everything there is to see at one moment, for drawing a world by other means than its own cameras. z is up. */
export interface Survey {
  things: readonly SurveyedThing[];
  lights: {
    ambient: { above: Triple; below: Triple };
    sun: { direction: Triple; colour: Triple };
    points: readonly { position: Triple; colour: Triple }[];
  };
  /** By name. A camera's own frame is x forward, y left, z up; the field of view is vertical, in degrees. */
  cameras: Readonly<Record<string, { position: Float64Array; rotation: Float64Array; fovy: number }>>;
  /** How far each gripper is told to be open, 0 … 1. */
  grippers: { left: number; right: number };
  /** Angles of each arm’s joints from shoulder to hand, in radians, as physics has them. */
  joints: Readonly<Record<'left' | 'right', ArrayLike<number>>>;
}

/** An observer that records all positions: at the start, every so many physics steps, and at the end. */
export interface Tracker {
  every: number;
  /** Its argument is valid until the next call. */
  at(step: number, survey: Survey): void;
}
