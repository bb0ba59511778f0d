import type { Metric, UnitResult } from '../contracts/index.ts';
import { mean } from './clusters.ts';
import { estimateMean } from './mean.ts';
import { countErrors, scoreOf } from './metric.ts';

/**
 * Probability that at least one of k tries is right, without bias, from n tries of which c were: 1 − C(n−c, k) / C(n, k).
 * Needs k ≤ n.
 * @example passAtK({ n: 5, c: 2, k: 3 }) // 0.9
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
  const epochs = new Set(results.map(({ epoch }) => epoch)).size;
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
    cluster: units[0]?.cluster ?? '',
    scored: scores.length,
    passed: scores.filter((score) => score >= 1).length,
    errors: countErrors(units),
  };
}

function passMetric(samples: readonly Tally[], k: number): Metric {
  const scored = samples.filter((sample) => sample.scored >= k);
  const values = scored.map(({ cluster, scored: n, passed: c }) => ({ cluster, value: passAtK({ n, c, k }) }));
  return { name: `pass@${k}`, ...estimateMean(values), ...bracket(samples, k) };
}

/** What the metric would be if every error had failed … passed. */
function bracket(samples: readonly Tally[], k: number): Pick<Metric, 'errors' | 'worst' | 'best'> {
  const errors = samples.reduce((total, sample) => total + sample.errors, 0);
  const closed = samples.map((sample) => ({ ...sample, n: sample.scored + sample.errors })).filter(({ n }) => n >= k);
  if (errors === 0 || closed.length === 0) return {};
  return {
    errors,
    worst: mean(closed.map(({ n, passed }) => passAtK({ n, c: passed, k }))),
    best: mean(closed.map(({ n, passed, errors }) => passAtK({ n, c: passed + errors, k }))),
  };
}
