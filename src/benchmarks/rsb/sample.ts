import { z } from 'zod';
import { Sample } from '../../contracts/index.ts';

const Triple = z.tuple([z.number(), z.number(), z.number()]);
const Surface = z.object({ texture: z.number() });

/**
 * What of the task is changed while table and options stay: `direct` names the block, `named` tells the answer, `question` is the
 * benchmark as published, `shuffled` asks what no block answers, `no-picture` blanks the cameras, `no-text` says nothing.
 */
export const conditions = ['question', 'direct', 'named', 'shuffled', 'no-picture', 'no-text'] as const;
export type Condition = (typeof conditions)[number];

/** One episode: a question, the blocks that carry its options, and the seed that laid the table. */
export const RsbSample = Sample.extend({
  split: z.enum(['train', 'test']),
  /** The question's place in its split. */
  index: z.number().int().nonnegative(),
  question: z.string(),
  /** Label to option text, in the order of labels. */
  options: z.record(z.string(), z.string()),
  /** The right label. */
  answer: z.string(),
  /** What the robot is told. */
  instruction: z.string(),
  /** What is different from the benchmark as published, where something is. */
  condition: z.enum(conditions).exactOptional(),
  /** The seed that laid the table. */
  seed: z.number().int().nonnegative(),
  /** Seeds that were tried before, and why they were refused. */
  rejected: z.array(z.object({ seed: z.number().int(), reason: z.string() })),
  layout: z.object({
    blocks: z.array(z.object({ label: z.string(), colour: z.string(), x: z.number(), y: z.number(), yaw: z.number() })),
    /** What was drawn at random about the scene; nothing unless it was asked for. */
    tableDrop: z.number().exactOptional(),
    headCameraShift: Triple.exactOptional(),
    lights: z.object({ sun: Triple, lamps: z.tuple([Triple, Triple]) }).exactOptional(),
    crazyLight: z.number().exactOptional(),
    background: z.object({ wall: Surface.exactOptional(), table: Surface.exactOptional() }).exactOptional(),
    clutter: z.array(z.object({ thing: z.string(), x: z.number(), y: z.number(), yaw: z.number() })).exactOptional(),
    cover: z.object({ name: z.string(), seed: z.number() }).exactOptional(),
    wristPitch: z.number().exactOptional(),
  }),
});
export type RsbSample = z.infer<typeof RsbSample>;
