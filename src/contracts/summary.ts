import { z } from 'zod';
import { Outcome } from './outcome.ts';

/** One number with its interval. `worst` and `best` are there when errors leave the number open. */
export const Metric = z.object({
  name: z.string(),
  /** Over the units that have a score; null when there is none. */
  value: z.number().nullable(),
  n: z.number().int(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How the interval was made: `wilson`, `cluster-bootstrap` … */
  method: z.string(),
  /** Expected value of a blind guesser, where the benchmark has one. */
  chance: z.number().optional(),
  /** Units without a score because of errors, and what the number would be if all of them were wrong … right. */
  errors: z.number().int().optional(),
  worst: z.number().optional(),
  best: z.number().optional(),
});
export type Metric = z.infer<typeof Metric>;

export const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** What a run, a rescoring or an import comes to. Derived: may be deleted and rebuilt. */
export const Summary = z.object({
  benchmark: z.string(),
  data: z.object({ source: z.string(), sha256: z.string() }),
  protocol: z.object({
    id: z.string(),
    hash: z.string(),
    /** Under which protocol the model was asked, when it was another one. */
    asked: z.object({ id: z.string(), hash: z.string() }).optional(),
  }),
  model: z.string().optional(),
  policy: z.string().optional(),
  /** Units the run consists of (questions × epochs). */
  units: z.number().int(),
  /** Units not asked yet. */
  missing: z.number().int(),
  epochs: z.number().int(),
  outcomes: z.partialRecord(Outcome, z.number().int()),
  /** The first one is the headline. */
  metrics: z.array(Metric),
  groups: z.array(z.object({ by: z.string(), key: z.string(), metrics: z.array(Metric) })),
  usage: Usage,
  /** US dollars; null when the price is unknown: not the same as 0. */
  cost: z.number().nullable(),
  /** Wall-clock seconds spent asking, over all sessions of the run. */
  seconds: z.number(),
  /** What was wrong with the run folder or the data, by name. */
  problems: z.array(z.string()),
});
export type Summary = z.infer<typeof Summary>;
