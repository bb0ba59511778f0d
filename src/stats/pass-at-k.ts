import type { Aggregate, Metric, UnitResult } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { estimateMean } from './mean.ts';
import { countErrors, meanMetric, openedBy, scoreOf } from './metric.ts';

/**
 * The usual aggregate: the mean score and, for runs with several epochs, pass@k.
 * @example aggregates: { accuracy: meanAggregate('accuracy', 0.25) }
 */
export function meanAggregate(name: string, chance?: number): Aggregate {
  return (results) => [
    meanMetric({ name, results, ...(chance !== undefined && { chance }) }),
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
