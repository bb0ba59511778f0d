import { z } from 'zod';
import type { UnitResult } from './answer.ts';
import type { Metric } from './summary.ts';

/** A number with its interval. */
const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number(), method: z.string() });

/** A against B on the units that both answered. Differences are A − B, in the score's own unit (0 … 1). */
const Pairing = z.object({
  /** Units both have a score for. */
  n: z.number().int(),
  clusters: z.number().int(),
  a: z.number().nullable(),
  b: z.number().nullable(),
  /** A higher, B higher, equal. */
  wins: z.number().int(),
  losses: z.number().int(),
  ties: z.number().int(),
  difference: Estimate.nullable(),
  /** Pairs that an error leaves open, and the difference if all of them went against A … for A. */
  errors: z.number().int().exactOptional(),
  worst: z.number().exactOptional(),
  best: z.number().exactOptional(),
  /** The interval to print beside them: its lower limit with all against A, its upper limit with all for A. */
  lowest: z.number().exactOptional(),
  highest: z.number().exactOptional(),
  /** Exact McNemar on wins and losses; null when there is nothing to test. */
  p: z.number().nullable(),
});
export type Pairing = z.infer<typeof Pairing>;

/** Two runs side by side. */
export const Comparison = z.object({
  benchmark: z.string(),
  a: z.object({ run: z.string(), name: z.string(), protocol: z.object({ id: z.string(), hash: z.string() }) }),
  b: z.object({ run: z.string(), name: z.string(), protocol: z.object({ id: z.string(), hash: z.string() }) }),
  metric: z.string(),
  overall: Pairing,
  /** Units left out, by why: only one run has them, or an error left one of them open. */
  leftOut: z.object({
    onlyA: z.number().int(),
    onlyB: z.number().int(),
    openA: z.number().int(),
    openB: z.number().int(),
  }),
  /** Holm-corrected over the keys of one axis. */
  groups: z.array(z.object({ by: z.string(), key: z.string(), pairing: Pairing, pHolm: z.number().nullable() })),
  /** Ids of units where A scored higher, and where B did. */
  aRightBWrong: z.array(z.string()),
  bRightAWrong: z.array(z.string()),
  /** "Are they the same within `margin` points?": yes when the 90 % interval lies inside ±margin. */
  equivalence: z
    .object({ margin: z.number(), low: z.number(), high: z.number(), equivalent: z.boolean() })
    .exactOptional(),
  warnings: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;

/** What was scored under one condition, and what that says. */
export interface ControlStage {
  condition: string;
  /** What is different, in a few words. */
  about: string;
  metric: Metric;
}

/** One ability that stands between two conditions: what is lost from one to the next is lost there. */
export interface ControlLink {
  name: string;
  /** From what to what it leads: `question → answer`. */
  about: string;
  from?: string;
  to: string;
  /** The later condition against the earlier one, on the units that both have; absent where nothing comes before. */
  pairing?: Pairing;
  verdict: 'works' | 'costs' | 'fails' | 'open';
  /** The same in one sentence. */
  says: string;
}

/** What a set of controls shows. */
export interface ControlReading {
  /** From the easiest condition to the real one. */
  stages: readonly ControlStage[];
  links: readonly ControlLink[];
  /** Conditions under which a number should be nothing but chance. */
  probes: readonly (ControlStage & { says: string })[];
}

/** The same units under other conditions, on the same tables: together they tell where a contestant fails. */
export interface Controls {
  /** Condition to the arguments of the benchmark that make it, in the order in which they are run. */
  conditions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Scored units by condition; some conditions may be missing. Pure: the page calls it too. */
  read(results: Readonly<Record<string, readonly UnitResult[]>>): ControlReading;
}

/** What can make two runs score a unit differently, in the order in which a unit goes through it. */
export type Cause = 'selection' | 'errors' | 'question' | 'prompt' | 'reply' | 'reading' | 'scoring';

/** Why two runs of one benchmark have different scores. */
export interface Explanation {
  benchmark: string;
  a: { run: string; name: string; score: number | null };
  b: { run: string; name: string; score: number | null };
  /** Units that both have a score for. */
  shared: number;
  /** What differs between the two, values as JSON, and what it can be the reason of. */
  fields: { field: string; a?: string; b?: string; reaches: Cause[] }[];
  /**
   * The units that are scored differently, by the first cause that applies, and what they come to: A − B over the shared
   * units.
   */
  causes: { cause: Cause; units: string[]; points: number }[];
}
