import type { Ablations, Answer, Metric, Score, UnitResult } from '../contracts/index.ts';
import { demand } from '../util/index.ts';
import { scoreOf } from './metric.ts';

/**
 * What those are expected to score on one question who know only part of its scene: each guess counts as often as it would be
 * made. Nothing is expected of those with a guess that the scorer leaves out.
 */
export async function expectedScores(
  ablations: Ablations,
  score: (answer: Answer) => Score | Promise<Score>,
): Promise<Record<string, number>> {
  const expected: Record<string, number> = {};
  for (const [name, guesses] of Object.entries(ablations)) {
    let [sum, weights] = [0, 0];
    for (const { answer, weight } of guesses) {
      sum += weight * ((await score(answer)).value ?? Number.NaN);
      weights += weight;
    }
    // Without any guess, too, it is not a number.
    if (!Number.isNaN(sum / weights)) expected[name] = sum / weights;
  }
  return expected;
}

/**
 * The means of these, over the units that count in a mean of scores; nothing where one of them does not say.
 * @example { ...meanMetric({ name: 'accuracy', results }), ...ablatedMeans(results) }
 */
export function ablatedMeans(results: readonly UnitResult[]): Pick<Metric, 'ablated'> {
  // Mostly nobody does: then one look is enough.
  if (results.find((unit) => scoreOf(unit) !== null)?.ablated === undefined) return {};
  const known = results.flatMap((unit) => (scoreOf(unit) === null ? [] : [unit.ablated]));
  const means = ablatedBy(known, (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length);
  return means ? { ablated: means } : {};
}

/** Of every baseline that all of these units know of, something made of its expected scores. */
export function ablatedBy(
  units: readonly UnitResult['ablated'][],
  make: (scores: number[]) => number,
): Record<string, number> | undefined {
  const names = Object.keys(units[0] ?? {}).filter((name) => units.every((each) => each?.[name] !== undefined));
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, make(units.map((each) => demand(each ?? {}, name)))]));
}
