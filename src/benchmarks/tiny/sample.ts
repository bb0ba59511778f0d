import { z } from 'zod';
import { MediaRef, Sample } from '../../contracts/index.ts';

const TinyQuestion = Sample.extend({
  question: z.string(),
  /** How to answer, in words for the model. */
  suffix: z.string(),
});

/** A question about a drawn picture: choose a letter, or point to a shape. */
export const TinySample = z.discriminatedUnion('kind', [
  TinyQuestion.extend({ kind: z.literal('choice'), choices: z.record(z.string(), z.string()), answer: z.string() }),
  TinyQuestion.extend({
    kind: z.literal('point'),
    size: z.object({ width: z.number(), height: z.number() }),
    mask: MediaRef,
  }),
]);
export type TinySample = z.infer<typeof TinySample>;
