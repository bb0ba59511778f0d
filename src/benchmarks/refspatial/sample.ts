import { z } from 'zod';
import { MediaRef, Sample } from '../../contracts/index.ts';

/** A question whose answer is a point: what to find, and the mask of the pixels that are right. */
export const RefspatialSample = Sample.extend({
  split: z.string(),
  /** The authors' id. It starts again at 0 in every split, so that only split and number together name a question. */
  number: z.int().nonnegative(),
  object: z.string(),
  prompt: z.string(),
  suffix: z.string(),
  step: z.int().nonnegative(),
  scene: z.string().exactOptional(),
  category: z.string(),
  rgb_path: z.string(),
  mask_path: z.string(),
  mask: MediaRef,
  /** Of the mask: it decides for every official scorer. */
  size: z.object({ width: z.int().positive(), height: z.int().positive() }),
  /** How many channels the mask has as stored; absent where its header does not tell. */
  maskChannels: z.int().positive().exactOptional(),
});
export type RefspatialSample = z.infer<typeof RefspatialSample>;

/** @example sampleId('location', 17) // 'location/17' */
export function sampleId(split: string, number: number): string {
  return `${split}/${number}`;
}

/** @example parseId('location/17') // { split: 'location', number: 17 } */
export function parseId(id: string): { split: string; number: number } {
  const slash = id.lastIndexOf('/');
  return { split: id.slice(0, slash), number: Number(id.slice(slash + 1)) };
}
