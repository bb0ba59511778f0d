import { z } from 'zod';
import { Sample } from '../../contracts/index.ts';

/** A question about several pictures, with four options; in the circular form, one rotation of it. */
export const MmsiSample = Sample.extend({
  /** With its options, as published. Where options come in columns, and in rotations, put together as the authors do. */
  question: z.string(),
  /** Without its options. */
  stem: z.string(),
  /** None where the authors' own rule cannot read them. */
  choices: z.record(z.string(), z.string()),
  answer: z.string(),
  /** The category as the file at hand spells it. */
  label: z.string(),
  /** The id of the published question: another than `id` in rotations. */
  original: z.string(),
  hint: z.string().exactOptional(),
  /** The annotator's reasoning. */
  thought: z.string().exactOptional(),
  difficulty: z.string().exactOptional(),
  /** How long people took, normalised. */
  duration: z.number().exactOptional(),
});
export type MmsiSample = z.infer<typeof MmsiSample>;
