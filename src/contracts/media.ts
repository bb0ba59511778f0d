import { z } from 'zod';

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
