import { type Aggregate, isOpen, type Metric, type UnitResult } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { ablatedMeans } from './ablated.ts';
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

/**
 * The usual aggregate: the mean score and, for runs with several epochs, pass@k.
 * @example aggregates: { accuracy: meanAggregate('accuracy', 0.25) }
 */
export function meanAggregate(name: string, chance?: number): Aggregate {
  return (results) => [
    { ...meanMetric({ name, results, ...(chance !== undefined && { chance }) }), ...ablatedMeans(results) },
    ...passAtKMetrics(results),
  ];
}

/**
 * Probability that at least one of k tries is right, without bias, from n tries of which c were: 1 − C(n−c, k) / C(n, k).
 * Needs k ≤ n.
 * @example passAtK({ n: 5, c: 2, k: 3 }) // 0.9
 * @internal exported for its test
 */
export function passAtK(opts: { n: number; c: number; k: number }): number {
  const { n, c, k } = opts;
  if (n - c < k) return 1;
  let allWrong = 1;
  for (let i = n - c + 1; i <= n; i++) allWrong *= 1 - k / i;
  return 1 - allWrong;
}

/**
 * `pass@1` … `pass@epochs`, each the mean over samples; none for a run with a single epoch. Only a full score passes.
 * A sample with fewer scored epochs is judged by those it has, and skipped where they are fewer than k.
 * @example passAtKMetrics(results) // [{ name: 'pass@1', … }, { name: 'pass@2', … }]
 */
export function passAtKMetrics(results: readonly UnitResult[]): Metric[] {
  const seen = new Set<number>();
  for (const { epoch } of results) seen.add(epoch);
  const epochs = seen.size;
  if (epochs <= 1) return [];
  const samples = [...Map.groupBy(results, ({ id }) => id).values()].map(tally);
  return Array.from({ length: epochs }, (_, i) => passMetric(samples, i + 1));
}

interface Tally {
  cluster: string;
  scored: number;
  passed: number;
  errors: number;
}

function tally(units: readonly UnitResult[]): Tally {
  const scores = units.map(scoreOf).filter((score) => score !== null);
  return {
    cluster: at(units, 0).cluster,
    scored: scores.length,
    passed: scores.filter((score) => score >= 1).length,
    errors: countErrors(units),
  };
}

function passMetric(samples: readonly Tally[], k: number): Metric {
  const over = (tallies: readonly Tally[]) =>
    estimateMean(tallies, ({ scored: n, passed: c }) => (n >= k ? passAtK({ n, c, k }) : null));
  const errors = samples.reduce((total, sample) => total + sample.errors, 0);
  return {
    name: `pass@${k}`,
    ...over(samples),
    ...(errors > 0 && openedBy(errors, (error) => over(samples.map((sample) => closed(sample, error))))),
  };
}

/** As if every error had failed … passed. */
function closed({ scored, passed, errors, ...sample }: Tally, error: 0 | 1): Tally {
  return { ...sample, scored: scored + errors, passed: passed + error * errors, errors: 0 };
}
