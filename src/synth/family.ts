import type { Ablations, MediaRef, Sample } from '../contracts/index.ts';
import type { PictureMaps, SceneRecord } from './scene-record.ts';

/** A picture, mask or clip. */
export interface MadeFile {
  ref: MediaRef;
  bytes: Uint8Array;
}

/** One scene with its questions. Plain data: it crosses threads. */
export interface Made<S extends Sample = Sample> {
  /** Exactly `perScene` of them, in the order of their ids. */
  samples: S[];
  /** What the samples refer to; the maker gives them away. A draft has only what scoring needs. */
  files: MadeFile[];
  /** Drafts that were thrown away before this one passed, by reason. */
  rejected: Record<string, number>;
  /** Of each sample, what those would answer who know only part of the scene; where the family says so. */
  ablations?: Ablations[];
  /** What the scene is made of; a draft goes without. */
  scene?: SceneRecord;
  /** Of every picture of the scene's record, in its order, when they were asked for. */
  maps?: PictureMaps[];
  /** PNGs for the card, when they were asked for and the media are not pictures themselves. */
  preview?: Uint8Array[];
}

export interface MakeOptions {
  /** Questions and truths alone, without rendering for people: `media` may refer to nothing. Checks are made all the same. */
  draft?: boolean;
  preview?: boolean;
  /** Segmentation and depth of every picture, as files. */
  maps?: boolean;
}

/** Makes scenes of one seed; keeps its renderer and meshes. One per thread, one scene at a time. */
export interface Maker<S extends Sample = Sample> {
  /** Independent of every other scene: scene k of a seed is the same in any order, on any thread. */
  make(scene: number, opts?: MakeOptions): Made<S> | Promise<Made<S>>;
}

/** The difficulty's arguments, as text; every name that the family has, with a value. */
export type Difficulty = Readonly<Record<string, string>>;

/** How scenes with questions of one kind are made and written. Needs Node; what it is called stands in its benchmark. */
export interface Family<S extends Sample = Sample> {
  /** `synth-point-1`: another name whenever the same seed gives other bytes. */
  generator: string;
  perScene: number;
  /** The id that sample `index` (scene × perScene + place) has, here and when its published files are read. */
  idOf(index: number): string;
  /** Throws `bad_argument` where the difficulty makes no sense. */
  open(difficulty: Difficulty, seed: number): Maker<S> | Promise<Maker<S>>;
  /** Writes the published forms into an empty folder, as scenes come: memory does not grow with their number. */
  publish(scenes: AsyncIterable<Made<S>>, dir: string): Promise<void>;
}
