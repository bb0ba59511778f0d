import { z } from 'zod';
import { type Extras, SextantError } from '../../contracts/index.ts';

/** What was asked and where the blocks lay. Ours: upstream's own names for these are not known. */
export const Semantics = z.object({
  /** The question's place among those of its split, and its name. */
  row: z.number().int().nonnegative(),
  id: z.string(),
  question: z.string(),
  category: z.string().exactOptional(),
  /** Label to option text. */
  options: z.record(z.string(), z.string()),
  /** The right label: that of the block which the robot fetches. */
  answer: z.string(),
  /** What the instructions name instead of the question: the answer's text, or the block itself. */
  telling: z.enum(['question', 'named', 'direct']).exactOptional(),
  /** Label to the block that carries it. */
  blocks: z.record(z.string(), z.object({ colour: z.string(), x: z.number(), y: z.number(), yaw: z.number() })),
  /** What else was drawn at random about the scene, as the world has it. */
  drawn: z.record(z.string(), z.json()).exactOptional(),
  /** The episode of the other set whose motion and pictures these are. */
  reused_from: z.number().int().nonnegative().exactOptional(),
});
export type Semantics = z.infer<typeof Semantics>;

/** An entry of scene_info.json, written by us or by the authors. */
export const RecordedScene = z.looseObject({
  cluttered_table_info: z.array(z.json()).default([]),
  texture_info: z.looseObject({}).default({}),
  /** Placeholders of the instruction templates, braces included, and nothing else: upstream takes every key for one. */
  info: z.record(z.string(), z.json()),
});

export type RecordedScene = z.infer<typeof RecordedScene>;

const Span = z.tuple([z.number().int(), z.number().int()]);

/** As `Disturbance` of the contracts. */
const RecordedDisturbance = z.object({
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('start'), joints: z.array(z.number()) }),
    z.object({ kind: z.literal('push'), arm: z.enum(['left', 'right']), joints: z.array(z.number()) }),
    z.object({ kind: z.literal('nudge'), block: z.string(), x: z.number(), y: z.number() }),
  ]),
  steps: Span,
  frames: Span,
});

/** An entry that we wrote. */
export const OwnScene = RecordedScene.extend({
  semantics: Semantics,
  /** What was done to the expert, and when; the first is where its arms began. */
  disturbances: z.array(RecordedDisturbance).exactOptional(),
});
export type OwnScene = z.infer<typeof OwnScene>;

/** instructions/episode<i>.json */
export const Instructions = z.object({ seen: z.array(z.string()), unseen: z.array(z.string()) });
export type Instructions = z.infer<typeof Instructions>;

/** An entry of scene_info.json for a bare table; whatever else is known of the scene may be added to it. */
export function sceneOf(
  info: Readonly<Record<string, string>>,
  semantics: Extras,
  disturbances?: OwnScene['disturbances'],
): OwnScene {
  if (!isSemantics(semantics)) throw new SextantError('internal', 'the world told too little of its scene for a set');
  return {
    cluttered_table_info: [],
    texture_info: { wall_texture: null, table_texture: null },
    info: { ...info },
    semantics,
    ...(disturbances ? { disturbances } : {}),
  };
}

/** Looks and changes nothing: the order of keys is that of the world. */
function isSemantics(value: unknown): value is Semantics {
  return Semantics.safeParse(value).success;
}
