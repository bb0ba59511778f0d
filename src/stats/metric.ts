import { isOpen, type Metric, type UnitResult } from '../contracts/index.ts';
import { type Clustered, sum } from './clusters.ts';
import { estimateMean } from './mean.ts';

export interface MetricOptions {
  name: string;
  results: readonly UnitResult[];
  /** What a blind guesser would get. */
  chance?: number;
  level?: number;
}

/**
 * Mean score over the units that have one; repetitions of a question share its cluster, so they do not feign more data.
 * Errors stay out of the value and open a bracket: `worst` takes them as 0, `best` as 1. Units that the official code
 * drops (no score, no error) are left out of everything.
 * @example meanMetric({ name: 'accuracy', results, chance: 0.25 })
 */
export function meanMetric(opts: MetricOptions): Metric {
  const scored: Clustered[] = [];
  for (const unit of opts.results) {
    const value = scoreOf(unit);
    if (value !== null) scored.push({ cluster: unit.cluster, value });
  }
  const errors = countErrors(opts.results);
  return {
    name: opts.name,
    ...estimateMean(scored, opts.level),
    ...(opts.chance !== undefined && { chance: opts.chance }),
    ...(errors > 0 && bracket(scored, errors)),
  };
}

/** What the metric would be if every error had failed … passed. */
function bracket(scored: readonly Clustered[], errors: number): Pick<Metric, 'errors' | 'worst' | 'best'> {
  const total = sum(scored.map(({ value }) => value));
  const all = scored.length + errors;
  return { errors, worst: total / all, best: (total + errors) / all };
}

/**
 * Like `meanMetric`, but a unit that the official code drops counts as 0: nothing leaves the denominator but errors.
 * @example strictMetric({ name: 'accuracy (strict)', results })
 */
export function strictMetric(opts: MetricOptions): Metric {
  return meanMetric({ ...opts, results: opts.results.map((unit) => ({ ...unit, score: unit.score ?? 0 })) });
}

/** An error is never an answer, whatever score it carries. */
export function scoreOf(unit: UnitResult): number | null {
  return isOpen(unit) ? null : unit.score;
}

export function countErrors(results: readonly UnitResult[]): number {
  return results.filter(isOpen).length;
}
