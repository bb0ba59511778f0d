import { z } from 'zod';
import { MediaRef, Sample } from '../../contracts/index.ts';

export const categories = ['configuration', 'compatibility', 'context'] as const;

/** A question that is answered with a yes or a no, or with a point in a region. */
export const RobospatialSample = Sample.extend({
  question: z.string(),
  truth: z.union([
    z.enum(['yes', 'no']),
    /** Corners of the region, in fractions of the sides. */
    z.array(z.tuple([z.number(), z.number()])).min(3),
  ]),
  /** Of the picture. */
  size: z.object({ width: z.int().positive(), height: z.int().positive() }),
  /** The region as the hub has it beside the corners; only lmms-eval reads it. */
  mask: MediaRef.exactOptional(),
});
export type RobospatialSample = z.infer<typeof RobospatialSample>;
