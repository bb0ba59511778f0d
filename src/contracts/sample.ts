import { z } from 'zod';
import type { Ablations } from './model.ts';

/** Which data: where they were, and the hash that decides; `formerly` are hashes that the same data had before. */
export const DataMark = z.object({
  source: z.string(),
  sha256: z.string(),
  formerly: z.array(z.string()).exactOptional(),
});
export type DataMark = z.infer<typeof DataMark>;

/** Whether two hashes are of the same data, by their present names or by former ones. */
export function isSameData(a: Hashes, b: Hashes): boolean {
  const isFormerly = (one: Hashes, other: Hashes) => one.formerly?.includes(other.sha256) ?? false;
  return a.sha256 === b.sha256 || isFormerly(a, b) || isFormerly(b, a);
}

interface Hashes {
  sha256: string;
  formerly?: readonly string[];
}

/** What JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What only one benchmark or world has to say: shared code hands it on and does not look into it. */
export type Extras = Readonly<Record<string, Json>>;

/** A picture, mask or clip by its content. The bytes live elsewhere: in a data set or among a run's blobs. */
export const MediaRef = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'video/mp4', 'video/webm']),
  bytes: z.number().int().nonnegative(),
  width: z.number().int().positive().exactOptional(),
  height: z.number().int().positive().exactOptional(),
  /** Seconds from the start of the clip, for a frame taken from one. */
  time: z.number().exactOptional(),
});
export type MediaRef = z.infer<typeof MediaRef>;

/** Which pixels count. Plain data, so that scoring runs anywhere. */
export interface Mask {
  width: number;
  height: number;
  /** One value per pixel, row by row, as stored: what counts as inside is the scorer's business. */
  values: Uint8Array | Uint16Array;
}

/** Where the bytes behind a reference come from. */
export interface Assets {
  bytes(ref: MediaRef): Promise<Uint8Array>;
  mask(ref: MediaRef): Promise<Mask>;
}

/** One question as its authors publish it. Benchmarks extend this with what they need (options, truth …). */
export const Sample = z.looseObject({
  /** Unique within the benchmark. */
  id: z.string().min(1),
  /** Questions that share this are not independent: same picture, same clip. */
  cluster: z.string(),
  /** Breakdown axes: `{ category: 'Motion (Cam.)', step: '2' }`. */
  groups: z.record(z.string(), z.string()),
  /** What the model is shown, in order. */
  media: z.array(MediaRef),
});
export type Sample = z.infer<typeof Sample>;

/** What a question may be answered with; each field is there when the question takes such an answer. */
export interface AnswerSpace {
  /** Letter to option text, in order. */
  choices?: Record<string, string>;
  /** The picture's size, when points in it are asked for. */
  size?: { width: number; height: number };
  /** A number is asked for; `range` is where the authors say it lies, or where anybody would expect it. */
  number?: { range?: readonly [least: number, most: number] };
}

/** One data set at hand. Samples and bytes are fetched one by one, so memory does not grow with the benchmark. */
export interface Dataset<S extends Sample = Sample> {
  /** Changes whenever any question, option or truth changes. */
  sha256: string;
  /** What `sha256` was of the same files in earlier versions of Sextant: runs that have it are of the same data. */
  formerly?: readonly string[];
  /** What was loaded, for people: a folder, a hub revision, "generated, seed 1". */
  source: string;
  /** Its media are files at hand: a run refers to them by hash instead of copying them. */
  onDisk: boolean;
  ids: readonly string[];
  /** Throws `bad_data` or `bad_media` naming file, row and field. */
  sample(index: number): Promise<S>;
  bytes(ref: MediaRef): Promise<Uint8Array>;
  /**
   * Names what a sample must not be parted from when a run is divided into shards: samples of one cluster give the same text.
   * For data whose samples take time to make; without it, the sample's own cluster counts.
   */
  together?(index: number): string;
  /** What a question comes to for who knows only part of its scene; only where scenes are made. */
  ablations?(index: number): Promise<Ablations>;
  /** Things a person should know about these files; never fatal. */
  warnings: readonly string[];
}

/** How a data set is found. */
export interface LoadOptions {
  /** `--data`: a folder on this machine. */
  dir?: string;
  /** What follows the colon in `tiny:count=20,seed=7`. */
  args: Readonly<Record<string, string>>;
}

export type Fields = Record<string, Json>;

/** What people see of a question: on the page, in lists, on cards. It decides what is drawn; nobody else looks into a sample. */
export interface ShownSample {
  /** Without its options, which are shown apart. */
  question: string;
  /** As a list has it, where that is another text: with its options, say. */
  listed?: string;
  /** What whoever acts is told, where that is not the question itself. */
  told?: string;
  /** Letter to option, in order. */
  choices?: Record<string, string>;
  pictures?: readonly MediaRef[];
  clips?: readonly MediaRef[];
  /** The picture's size, and which of its pixels are right: a mask, or a region by its corners in fractions of the sides. */
  target?: { size: { width: number; height: number } } & ({ mask: MediaRef } | { polygon: [x: number, y: number][] });
  /** What people said about the question (their reasoning, the time they took): it may give the answer away. */
  annotations?: readonly { name: string; text: string }[];
}
