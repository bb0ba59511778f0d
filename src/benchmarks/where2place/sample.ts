import { z } from 'zod';
import { MediaRef, Sample } from '../../contracts/index.ts';

/** A free place that words describe, and the mask of the pixels that are right. */
export const Where2placeSample = Sample.extend({
  question: z.string(),
  /** The question with what the authors ask of the form of an answer. */
  prompt: z.string(),
  mask: MediaRef,
  /** Of the mask. */
  size: z.object({ width: z.int().positive(), height: z.int().positive() }),
});
export type Where2placeSample = z.infer<typeof Where2placeSample>;
