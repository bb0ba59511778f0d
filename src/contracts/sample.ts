import { z } from 'zod';
import type { Json } from './json.ts';
import { MediaRef } from './media.ts';
import type { Ablations } from './model.ts';

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
