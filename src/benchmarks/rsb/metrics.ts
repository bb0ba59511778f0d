import { type Aggregate, isOpen, type Metric, type UnitResult } from '../../contracts/index.ts';
import { estimateRatio, meanMetric, openedBy, passAtKMetrics } from '../../stats/index.ts';

/** A rate of successes and the rate of grasps that it is held against, unit by unit. */
export interface GroundingRule {
  success(unit: UnitResult): number;
  grasp(unit: UnitResult): number;
  /** Why there is no ratio where nothing was grasped. */
  without: string;
  /** The best that an error may have been; the worst is a grasp in vain. */
  best: { success: 1; grasp: 0 | 1 };
}

/** How many blocks there were to choose from; a reason where that cannot be said of all episodes together. */
export function choicesOf(results: readonly UnitResult[]): number | string {
  const [choices, ...others] = new Set(results.flatMap((unit) => (isOpen(unit) ? [] : [Number(unit.facts?.choices)])));
  if (choices === undefined) return 'no episode';
  return others.length > 0 ? 'suites differ in choices' : choices;
}

/** What a share of right choices is worth: 0 for a blind choice among so many, 1 for always the right one. */
export function aboveBlind(share: number, choices: number): number {
  return (share - 1 / choices) / (1 - 1 / choices);
}

/** How much better than blindly the right block is selected among grasped ones: (successes / grasps − 1/N) / (1 − 1/N). */
export function grounding(opts: {
  name: string;
  results: readonly UnitResult[];
  rule: GroundingRule;
  resamples?: number;
}): Metric {
  const { name, results, rule, ...bootstrap } = opts;
  const closed = results.filter((unit) => !isOpen(unit));
  const choices = choicesOf(results);
  if (typeof choices === 'string') return undefinedMetric(name, results, choices);
  const shares = closed.map((unit) => ({ cluster: unit.cluster, part: rule.success(unit), whole: rule.grasp(unit) }));
  const { value, low, high, ...rest } = estimateRatio(shares, bootstrap);
  if (value === null || low === null || high === null) return undefinedMetric(name, results, rule.without);
  const scaled = (ratio: number) => aboveBlind(ratio, choices);
  const errors = results.length - closed.length;
  const withErrors = (error: 0 | 1) => {
    const { success: part, grasp: whole } = error === 0 ? { success: 0, grasp: 1 } : rule.best;
    const failed = results.filter(isOpen).map(({ cluster }) => ({ cluster, part, whole }));
    const ratio = estimateRatio([...shares, ...failed], bootstrap);
    const ends = [ratio.value, ratio.low, ratio.high].map((end) => (end === null ? null : scaled(end)));
    return { value: ends[0] ?? null, low: ends[1] ?? null, high: ends[2] ?? null };
  };
  return {
    name,
    value: scaled(value),
    low: scaled(low),
    high: scaled(high),
    ...rest,
    chance: 0,
    ...(errors > 0 && openedBy(errors, withErrors)),
  };
}

/** A metric that has no value, and why. */
export function undefinedMetric(name: string, results: readonly UnitResult[], why: string): Metric {
  const errors = results.filter(isOpen).length;
  const open = errors > 0 ? { errors } : {};
  return {
    name,
    value: null,
    n: results.length - errors,
    low: null,
    high: null,
    method: `undefined: ${why}`,
    ...open,
  };
}

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
