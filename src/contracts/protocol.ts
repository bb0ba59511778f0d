import { z } from 'zod';

/** How closely a server should look at a picture. Only OpenAI's dialect can say it. */
export const Detail = z.enum(['high', 'low', 'auto']);
export type Detail = z.infer<typeof Detail>;

/**
 * One piece of the prompt: every picture or clip of the sample in order, or a text with `{fields}` of the sample filled in.
 * A `label` is such a text too; it stands before each picture, and `{number}` in it counts them from 1.
 * An `interleaved` text is cut at every `<image>` and `<video>` once it is filled in: the pieces lose the white space around them,
 * and after each cut comes the next of the sample's media. Media without a mark are not shown. `along: 'media'` follows the media
 * instead of the marks: media without a mark stand before the last piece, and of marks without media the text before them is left out.
 */
const PromptPart = z.union([
  z.object({ media: z.literal('all'), label: z.string().exactOptional(), detail: Detail.exactOptional() }),
  z.object({ text: z.string() }),
  z.object({ interleaved: z.string(), along: z.literal('media').exactOptional() }),
]);

/** How a clip reaches a model that takes no video, and at which rate one that does should look at it. */
const FrameRule = z.object({
  rule: z.enum(['fps', 'fps-tail', 'uniform-ends', 'uniform-midpoints', 'every-nth', 'uniform-together']),
  /** Frames per second for `fps` and `fps-tail`, number of frames for the others: for `uniform-together` of all clips of a prompt. */
  value: z.number().positive(),
});
export type FrameRule = z.infer<typeof FrameRule>;

export const Decoding = z.object({
  /** Absent: the server's default. */
  temperature: z.number().min(0).exactOptional(),
  topP: z.number().gt(0).max(1).exactOptional(),
  maxTokens: z.number().int().positive().exactOptional(),
  /** Sent to servers that take one. */
  seed: z.number().int().exactOptional(),
});
export type Decoding = z.infer<typeof Decoding>;

/**
 * The whole recipe of a number, as plain data: it is stored in the run and its hash is printed beside every score.
 * Names in it (extractor, scorer, aggregate) are versioned by their own id: other behaviour is another name.
 */
export const Protocol = z.object({
  id: z.string(),
  about: z.string(),
  system: z.string().exactOptional(),
  prompt: z.array(PromptPart),
  /** What `{instruction}` in the prompt stands for, by the sample's field `kind`: letters and numbers are asked for differently. */
  instructions: z.record(z.string(), z.string()).exactOptional(),
  video: FrameRule.exactOptional(),
  decoding: Decoding,
  /** Somebody acts, and the episode is scored: a policy, or hands that carry out what a model answered. */
  act: z.enum(['policy', 'hands']).exactOptional(),
  extractor: z.string(),
  scorer: z.string(),
  aggregate: z.string(),
  /** How often the question is asked again while the answer cannot be parsed. */
  askAgain: z.number().int().nonnegative(),
});
export type Protocol = z.infer<typeof Protocol>;
