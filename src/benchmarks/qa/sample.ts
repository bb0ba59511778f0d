import { z } from 'zod';
import { Sample } from '../../contracts/index.ts';

/** A question with options, or one that asks for a number, about pictures or clips. */
export const QaSample = Sample.extend({
  question: z.string(),
  /** Letter to option, in order; none where a number is asked for. */
  choices: z.record(z.string(), z.string()),
  answer: z.union([z.string(), z.number()]),
  /** What prompts are filled with beside question and options: texts of the published file, as they stand there. */
  texts: z.record(z.string(), z.string()),
});
export type QaSample = z.infer<typeof QaSample>;
