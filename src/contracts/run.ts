import { z } from 'zod';
import { Episode, Performance } from './episode.ts';
import { Ablations, Reply } from './model.ts';
import { Decoding, Detail, Protocol } from './protocol.ts';
import { DataMark, MediaRef, Sample } from './sample.ts';
import { Price } from './summary.ts';

/** What was asked. Two runs with the same spec are the same run; a folder with another spec is refused. */
export const RunSpec = z.object({
  benchmark: z.string(),
  /** `{ count: '20' }` of `tiny:count=20`. */
  args: z.record(z.string(), z.string()),
  data: DataMark,
  protocol: Protocol,
  protocolHash: z.string(),
  model: z.object({
    id: z.string(),
    settings: z.record(z.string(), z.json()),
    readsTruth: z.boolean(),
    /** A policy that only chose: hands that know how to fetch a block did the rest. */
    lentHands: z.literal(true).exactOptional(),
    /** A baseline that was told part of the scene. */
    knowsScene: z.literal(true).exactOptional(),
  }),
  /** Which units: all, the first N, or these. */
  select: z.object({ limit: z.number().int().positive().exactOptional(), only: z.array(z.string()).exactOptional() }),
  epochs: z.number().int().positive(),
  /** Where seeded models and jitter start from. */
  seed: z.number().int(),
  /** Modules of the user's (`--use`) that the run's benchmark, extractor or contestant came from. Never loaded from here. */
  use: z.array(z.object({ file: z.string(), sha256: z.string() })).exactOptional(),
});
export type RunSpec = z.infer<typeof RunSpec>;

/** Which part of a run a folder holds. Not part of its spec: all parts are of the same run. */
export const Shard = z.object({
  /** From 1. */
  index: z.number().int().positive(),
  /** How many shards there are; fixed when the first one begins. */
  count: z.number().int().positive(),
  /** Units of all of them together. */
  units: z.number().int().nonnegative(),
});
export type Shard = z.infer<typeof Shard>;
/** Which part somebody wants. */
export type ShardChoice = Pick<Shard, 'index' | 'count'>;

/** run.json */
export const RunFile = z.object({
  format: z.literal('sextant-run-1'),
  spec: RunSpec,
  createdAt: z.string(),
  versions: z.record(z.string(), z.string()),
  /** What tokens cost when the run was made; null when unknown. */
  price: Price.nullable(),
  /** Units planned (questions × epochs). */
  units: z.number().int().nonnegative(),
  shard: Shard.exactOptional(),
  /** Why it stopped before all units were asked: what was then known of all of them, with 95 % confidence. */
  until: z
    .object({
      rule: z.enum(['score', 'difference']),
      /** How precise the score was to be. */
      within: z.number().exactOptional(),
      /** Which run it was compared with. */
      versus: z.string().exactOptional(),
      low: z.number(),
      high: z.number(),
      /** Limits of the score itself, where the rule was about a difference. */
      score: z.object({ low: z.number(), high: z.number() }).exactOptional(),
      /** Clusters that were drawn, and all there are. */
      clusters: z.number().int(),
      of: z.number().int(),
      /** By which rule `spec.seed` gives the order in which clusters are drawn, and sha256 of its unit ids, one per line. */
      order: z.object({ rule: z.string(), sha256: z.string() }).exactOptional(),
    })
    .exactOptional(),
});
export type RunFile = z.infer<typeof RunFile>;

/** What came of an attempt: the reply and the episode. A policy has no reply, so its text is empty. */
export const StoredReply = Reply.extend({ ...Performance.shape, episode: Episode.exactOptional() });
export type StoredReply = z.infer<typeof StoredReply>;

/** Why an attempt has no reply. */
export const AttemptError = z.object({
  kind: z.string(),
  message: z.string(),
  status: z.number().int().exactOptional(),
  /** What another tool recorded in place of an answer. */
  recorded: z.string().exactOptional(),
});
export type AttemptError = z.infer<typeof AttemptError>;

/** What was shown to the model: texts as sent, media by reference; `kept` ones are among the run's blobs. */
export const StoredPrompt = z.object({
  system: z.string().exactOptional(),
  parts: z.array(
    z.union([
      z.object({ text: z.string() }),
      z.object({
        media: MediaRef,
        kept: z.boolean(),
        fps: z.number().exactOptional(),
        detail: Detail.exactOptional(),
      }),
    ]),
  ),
  decoding: Decoding,
});
export type StoredPrompt = z.infer<typeof StoredPrompt>;

/** One line of events.ndjson. */
export const RunEvent = z.discriminatedUnion('event', [
  /** A process began to work on the run. */
  z.object({ event: z.literal('session'), at: z.string(), id: z.string() }),
  /** The same process stopped in order; a killed one leaves no such event. */
  z.object({ event: z.literal('pause'), at: z.string(), id: z.string(), reason: z.string() }),
  /** A question as the benchmark gave it: written before its first attempt, so that the run can be scored alone. */
  z.object({ event: z.literal('sample'), sample: Sample, ablations: Ablations.exactOptional() }),
  /** What was sent; again only when it changed. */
  z.object({ event: z.literal('prompt'), unit: z.string(), prompt: StoredPrompt }),
  /** A unit that could not be asked, because its data are wrong; void once it has been. */
  z.object({ event: z.literal('problem'), unit: z.string(), at: z.string(), message: z.string() }),
  /** What a model said, before hands act on it: acting takes its time, and words that came must not be asked for again. */
  z.object({
    event: z.literal('said'),
    unit: z.string(),
    epoch: z.number().int().nonnegative(),
    at: z.string(),
    reply: Reply,
  }),
  /** One try at a unit. `final`: the engine is done with the unit; the last final attempt counts. */
  z.object({
    event: z.literal('attempt'),
    unit: z.string(),
    epoch: z.number().int().nonnegative(),
    attempt: z.number().int().positive(),
    at: z.string(),
    /** Milliseconds from sending to the end of the reply. */
    ms: z.number(),
    final: z.boolean(),
    cached: z.literal(true).exactOptional(),
    reply: StoredReply.exactOptional(),
    error: AttemptError.exactOptional(),
  }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type AttemptEvent = Extract<RunEvent, { event: 'attempt' }>;

/** What came of an attempt: words, a deed, or both. */
export interface Responded {
  reply?: Reply;
  performance?: Performance;
}

/** The reply that is stored for a policy, which says nothing. */
const NO_WORDS: Reply = { text: '', finish: 'stop' };

/** Words and deeds as the journal has them, in the order in which it always had them. */
export function storedReply({ reply = NO_WORDS, performance }: Responded): StoredReply {
  if (!performance) return reply;
  const { usage, ...rest } = StoredReply.parse({ ...reply, ...performance });
  return usage === undefined ? rest : { ...rest, usage };
}
