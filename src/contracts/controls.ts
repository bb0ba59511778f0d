import type { Pairing } from './comparison.ts';
import type { UnitResult } from './score.ts';
import type { Metric } from './summary.ts';

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
