import { isOpen, type Metric, type UnitResult } from '../contracts/index.ts';
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
 * Errors stay out of the value and open it: `worst` takes them as 0, `best` as 1, and so do `lowest` and `highest`, the
 * limits of the interval. Units that the official code drops (no score, no error) are left out of everything.
 * @example meanMetric({ name: 'accuracy', results, chance: 0.25 })
 */
export function meanMetric(opts: MetricOptions): Metric {
  /** The mean of every unit that counts, an error as this. */
  const mean = (error: number | null) =>
    estimateMean(opts.results, (unit) => (isOpen(unit) ? error : unit.score), opts.level);
  const errors = countErrors(opts.results);
  return {
    name: opts.name,
    ...mean(null),
    ...(opts.chance !== undefined && { chance: opts.chance }),
    ...(errors > 0 && openedBy(errors, mean)),
  };
}

/** What errors leave open: the number and its interval if all of them had failed, and if all had passed. */
export function openedBy(
  errors: number,
  estimate: (error: 0 | 1) => Pick<Metric, 'value' | 'low' | 'high'>,
): Pick<Metric, 'errors' | 'worst' | 'best' | 'lowest' | 'highest'> {
  const [worst, best] = [estimate(0), estimate(1)];
  return {
    errors,
    ...(worst.value !== null && { worst: worst.value }),
    ...(best.value !== null && { best: best.value }),
    ...(worst.low !== null && { lowest: worst.low }),
    ...(best.high !== null && { highest: best.high }),
  };
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
  let errors = 0;
  for (const unit of results) if (isOpen(unit)) errors += 1;
  return errors;
}
