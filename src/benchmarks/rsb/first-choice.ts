import { type Aggregate, isOpen, type Metric, type UnitResult } from '../../contracts/index.ts';
import { meanMetric, passAtKMetrics } from '../../stats/index.ts';
import { aboveBlind, choicesOf, type GroundingRule, grounding, officialMetrics, undefinedMetric } from './metrics.ts';

const [SUCCESS, GRASP, NSG, ALL] = [
  'first-choice success',
  'first-choice grasp',
  'first-choice nSG',
  'first-choice nSG, all episodes',
] as const;

/**
 * How often the block that was picked up first is the right one and came to rest in the zone; how often any was picked up; nSG
 * of the two; and nSG over all episodes, in which whoever abstains unless sure gains nothing. Then the official numbers.
 */
export const firstChoiceMetrics: Aggregate = (results) => {
  const why = restUnknown(results);
  return [
    ...(why === undefined
      ? ours(results)
      : [SUCCESS, GRASP, NSG, ALL].map((name) => undefinedMetric(name, results, why))),
    ...officialMetrics(officially(results)).map((metric) => ({ ...metric, name: `official ${metric.name}` })),
    ...(why === undefined ? passAtKMetrics(results) : []),
  ];
};

/** The same units as the official protocol scores them. */
export function officially(results: readonly UnitResult[]): UnitResult[] {
  return results.map((unit) => ({ ...unit, score: isOpen(unit) ? null : Number(unit.facts?.success ?? 0) }));
}

/** Why nothing can be said about first choices: some episode took place where the world did not run on, or elsewhere. */
export function restUnknown(results: readonly UnitResult[]): string | undefined {
  const unknown = results.find((unit) => !isOpen(unit) && unit.facts?.firstChoice === undefined);
  return unknown && `rest unknown (${unknown.facts?.world ?? 'no episode'})`;
}

/** Every success is a grasp too, so that an error is at best both. */
const rule: GroundingRule = {
  success: ({ facts }) => (facts?.firstChoice === 'right_at_rest' ? 1 : 0),
  grasp: ({ facts }) => (facts?.picked === 1 ? 1 : 0),
  without: 'no block was picked up',
  best: { success: 1, grasp: 1 },
};

function ours(results: readonly UnitResult[]): Metric[] {
  const choices = choicesOf(results);
  const rate = (name: string, of: (unit: UnitResult) => number, chance?: number) =>
    meanMetric({
      name,
      results: results.map((unit) => ({ ...unit, score: of(unit) })),
      ...(chance !== undefined && { chance }),
    });
  const success = rate(SUCCESS, rule.success, typeof choices === 'string' ? undefined : 1 / choices);
  return [
    success,
    rate(GRASP, rule.grasp),
    grounding({ name: NSG, results, rule }),
    typeof choices === 'string' ? undefinedMetric(ALL, results, choices) : overAll(success, choices),
  ];
}

/** A rate of successes as grounding: 0 for who picks blindly and never fails otherwise. */
function overAll(success: Metric, choices: number): Metric {
  const scaled = (share: number) => aboveBlind(share, choices);
  const ends = (['worst', 'best', 'lowest', 'highest'] as const).flatMap((end) => {
    const share = success[end];
    return share === undefined ? [] : [[end, scaled(share)] as const];
  });
  const { value, low, high, exact } = success;
  return {
    ...success,
    name: ALL,
    value: value === null ? null : scaled(value),
    low: low === null ? null : scaled(low),
    high: high === null ? null : scaled(high),
    chance: 0,
    ...(exact && { exact: { low: scaled(exact.low), high: scaled(exact.high) } }),
    ...Object.fromEntries(ends),
  };
}
