import { z } from 'zod';
import { Outcome } from './answer.ts';
import { DataMark } from './sample.ts';

/** One number with its interval. `worst` and `best` are there when errors leave the number open. */
export const Metric = z.object({
  name: z.string(),
  /** Over the units that have a score; null when there is none. */
  value: z.number().nullable(),
  n: z.number().int(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How the interval was made: `wilson`, `cluster-beta` … */
  method: z.string(),
  /** Clopper–Pearson, for independent right-or-wrong units: never covers less than its level. */
  exact: z.object({ low: z.number(), high: z.number() }).exactOptional(),
  /** Expected value of a blind guesser, where the benchmark has one. */
  chance: z.number().exactOptional(),
  /** Expected value of baselines that know part of a generated scene (`kind`, `ends`), on the same units. */
  ablated: z.record(z.string(), z.number()).exactOptional(),
  /** Units without a score because of errors, and what the number would be if all of them were wrong … right. */
  errors: z.number().int().exactOptional(),
  worst: z.number().exactOptional(),
  best: z.number().exactOptional(),
  /** The interval to print beside errors: its lower limit with all of them wrong, its upper limit with all of them right. */
  lowest: z.number().exactOptional(),
  highest: z.number().exactOptional(),
});
export type Metric = z.infer<typeof Metric>;

/** Sums and products of a million of these are still numbers. */
export const amount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

export const Usage = z.object({
  inputTokens: amount,
  outputTokens: amount,
  reasoningTokens: amount.exactOptional(),
});
export type Usage = z.infer<typeof Usage>;

/** US dollars per million tokens, as listed on a date by a source. */
export const Price = z.object({ input: amount, output: amount, note: z.string() });
export type Price = z.infer<typeof Price>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a run, a rescoring or an import comes to. Derived: may be deleted and rebuilt. */
export const Summary = z.object({
  benchmark: z.string(),
  data: DataMark,
  protocol: z.object({
    id: z.string(),
    hash: z.string(),
    /** Under which protocol the model was asked, when it was another one. */
    asked: z.object({ id: z.string(), hash: z.string() }).exactOptional(),
  }),
  model: z.string().exactOptional(),
  policy: z.string().exactOptional(),
  /** The model was told the right answers (the oracle). */
  readsTruth: z.literal(true).exactOptional(),
  /** The policy only chose: hands that know how to fetch a block did the rest. */
  lentHands: z.literal(true).exactOptional(),
  /** The baseline was told part of the scene. */
  knowsScene: z.literal(true).exactOptional(),
  /** Under which condition it was made, where that is not the benchmark's own task. */
  control: z.string().exactOptional(),
  /** Arguments of the benchmark that are not the default, beside the control's: what else was another task. */
  args: z.record(z.string(), z.string()).exactOptional(),
  /** Units the run consists of (questions × epochs). */
  units: z.number().int(),
  /** Units not asked yet. */
  missing: z.number().int(),
  /** Units that were answered but cannot be scored, because something they need is damaged: see `problems`. */
  damaged: z.number().int(),
  epochs: z.number().int(),
  outcomes: z.partialRecord(Outcome, z.number().int()),
  /** Why units did not end with an answer, most frequent first. */
  reasons: z.array(
    z.object({
      outcome: Outcome,
      reason: z.string(),
      count: z.number().int(),
      /** What the provider said the first time. */
      example: z.string().exactOptional(),
    }),
  ),
  /** The first one is the headline. */
  metrics: z.array(Metric),
  groups: z.array(z.object({ by: z.string(), key: z.string(), metrics: z.array(Metric) })),
  usage: Usage,
  /** US dollars; null when the price is unknown: not the same as 0. */
  cost: z.number().nullable(),
  /** Wall-clock seconds spent asking, over all sessions of the run. */
  seconds: z.number(),
  /** How fast a policy was: how often it was asked, how long it took, how many commands it gave at once. */
  acting: z
    .object({
      calls: z.number().int(),
      msPerCall: z.number(),
      /** The slowest call. */
      mostMs: z.number(),
      commandsPerCall: z.number(),
      msPerCommand: z.number(),
      /** As many as it could give in a second if nothing else took time. */
      commandsPerSecond: z.number(),
    })
    .exactOptional(),
  /** A caveat that must be shown wherever these numbers are. */
  caution: z.string().exactOptional(),
  /** What was wrong with the run folder or the data, by name. */
  problems: z.array(z.string()),
  /** The run's digest: sha256 of results.ndjson. Only under the run's own protocol. */
  digest: Sha256.exactOptional(),
  /** What a summary in a run folder was computed from; whoever shows one whose hashes do not fit computes it again. */
  of: z
    .object({
      /** Which rules: raised when the same journal gives another summary. */
      rules: z.number().int(),
      /** sha256 of run.json. */
      run: Sha256,
      /** As much of events.ndjson as there was. */
      journal: z.object({ bytes: z.number().int().nonnegative(), sha256: Sha256 }),
      /** sha256 of the summary itself, as canonical JSON without this field. */
      summary: Sha256,
    })
    .exactOptional(),
});
export type Summary = z.infer<typeof Summary>;

/** US dollars for this usage; null when the price is unknown. Output includes reasoning. */
export function costOf(usage: Usage, price: Price): number;
export function costOf(usage: Usage, price: Price | null): number | null;
export function costOf(usage: Usage, price: Price | null): number | null {
  return price && (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
}
