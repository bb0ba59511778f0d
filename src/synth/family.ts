import { type Ablations, type MediaRef, type Sample, SextantError } from '../contracts/index.ts';
import type { EncodedRows } from './row-groups.ts';
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
  /** Of each sample, what those are expected to score, once it is ready to be published. */
  ablated?: Record<string, number>[];
  /** What the scene is made of; a draft goes without. */
  scene?: SceneRecord;
  /** Of every picture of the scene's record, in its order, when they were asked for. */
  maps?: PictureMaps[];
  /** PNGs for the card, when they were asked for and the media are not pictures themselves. */
  preview?: Uint8Array[];
  /** What the card and the published tables say of each sample, when they were asked for. */
  published?: PublishedScene;
}

/** A scene on its way to the published files: what would hold up the thread that writes them. */
export interface PublishedScene {
  /** Where each right answer is: its letter, or a part of the picture. */
  answers: string[];
  /** Rows of the family's parquet files, by the files' names. */
  rows?: Record<string, EncodedRows>;
  /** Lines of its text table. */
  lines?: Uint8Array;
}

/** What was prepared of a scene that is to be published. */
export function published({ published }: Made): PublishedScene {
  if (published) return published;
  throw new SextantError('internal', 'a scene was not made to be published');
}

export interface MakeOptions {
  /** Questions and truths alone, without rendering for people: `media` may refer to nothing. Checks are made all the same. */
  draft?: boolean;
  preview?: boolean;
  /** Segmentation and depth of every picture, as files. */
  maps?: boolean;
  /** To be published, and at most so many samples. */
  publish?: number;
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
  /** What of a scene can be encoded before it is published, on any thread. */
  encode?(made: Made<S>): Omit<PublishedScene, 'answers'>;
  /** Writes the published forms into an empty folder, as scenes come: memory does not grow with their number. */
  publish(scenes: AsyncIterable<Made<S>>, dir: string): Promise<void>;
}
