import type { Aggregate, UnitResult } from '../../contracts/index.ts';
import { ablatedMeans, meanMetric, passAtKMetrics, strictMetric } from '../../stats/index.ts';

/** The authors' number, which leaves out what their parser fails on, and beside it the one in which every question counts. */
const official: Aggregate = (results) => [
  { ...meanMetric({ name: 'accuracy', results, ...chanceOf(results) }), ...ablatedMeans(results) },
  strictMetric({ name: 'accuracy (strict)', results }),
  ...passAtKMetrics(results),
];

/** Mean over questions. */
const mean: Aggregate = (results) => [
  { ...meanMetric({ name: 'accuracy', results, ...chanceOf(results) }), ...ablatedMeans(results) },
  ...passAtKMetrics(results),
];

/** What one point anywhere in the picture would score, where every question says so in its groups. */
function chanceOf(results: readonly UnitResult[]): { chance?: number } {
  const shares = results.flatMap(({ groups: { chance } }) => (chance === undefined ? [] : [Number(chance)]));
  if (shares.length === 0 || shares.length < results.length) return {};
  return { chance: shares.reduce((sum, share) => sum + share, 0) / shares.length };
}

export const aggregates = { official, mean };
