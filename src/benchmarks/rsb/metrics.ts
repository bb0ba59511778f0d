import type { Aggregate, Metric, UnitResult } from '../../contracts/index.ts';
import { meanMetric, passAtKMetrics } from '../../stats/index.ts';
import { type GroundingRule, grounding } from './grounding.ts';

/** The fact that says that a block was grasped: by the authors' rule, or by the strict one. */
type GraspFact = 'grasped' | 'pinched';

/**
 * Task success rate, grasp success rate and normalised semantic grounding (nSG) as the authors define them. nSG is 0 for a blind
 * choice among grasped blocks. It may exceed 1, because a block can reach the zone without a grasp, and is undefined where
 * nothing was grasped.
 */
export const officialMetrics: Aggregate = (results) => [
  meanMetric({ name: 'TSR', results }),
  graspRate('GSR', results, 'grasped'),
  grounding({ name: 'nSG', results, rule: officialRule('grasped') }),
];

/** The same, and the latter two again with the strict grasp rule. */
export const metrics: Aggregate = (results) => [
  ...officialMetrics(results),
  ...(isReported(results)
    ? []
    : [
        graspRate('GSR (pinch)', results, 'pinched'),
        grounding({ name: 'nSG (pinch)', results, rule: officialRule('pinched') }),
        ...passAtKMetrics(results),
      ]),
];

/** What another simulator reported says nothing about the strict rule. */
function isReported(results: readonly UnitResult[]): boolean {
  return results.some(({ facts }) => facts?.grasped !== undefined && facts.pinched === undefined);
}

function graspRate(name: string, results: readonly UnitResult[], fact: GraspFact): Metric {
  return meanMetric({ name, results: results.map((unit) => ({ ...unit, score: grasps(unit, fact) })) });
}

/**
 * Successes against grasps, neither of which needs the other: at best an error succeeded without a grasp, which does happen.
 * @internal exported for its test
 */
export function officialRule(fact: GraspFact): GroundingRule {
  return {
    success: ({ score }) => score ?? 0,
    grasp: (unit) => grasps(unit, fact),
    without: 'nothing was grasped',
    best: { success: 1, grasp: 0 },
  };
}

function grasps({ facts }: UnitResult, fact: GraspFact): number {
  return facts?.[fact] === 1 ? 1 : 0;
}
