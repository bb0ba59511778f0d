import { type Aggregate, isOpen, type Metric, type UnitResult } from '../../contracts/index.ts';
import { estimateRatio, meanMetric, openedBy, passAtKMetrics } from '../../stats/index.ts';

/** Which facts say that a block was grasped: the authors' rule, and the strict one. */
type GraspRule = 'grasped' | 'pinched';

/**
 * Task success rate, grasp success rate and normalised semantic grounding (nSG), then the latter two again with the strict
 * grasp rule. nSG is 0 for a blind choice among grasped blocks. It may exceed 1, because a block can reach the zone
 * without a grasp, and is undefined where nothing was grasped.
 */
export const metrics: Aggregate = (results) => [
  meanMetric({ name: 'TSR', results }),
  graspRate('GSR', results, 'grasped'),
  grounding({ name: 'nSG', results, rule: 'grasped' }),
  ...(isReported(results)
    ? []
    : [
        graspRate('GSR (pinch)', results, 'pinched'),
        grounding({ name: 'nSG (pinch)', results, rule: 'pinched' }),
        ...passAtKMetrics(results),
      ]),
];

/** What another simulator reported says nothing about the strict rule. */
function isReported(results: readonly UnitResult[]): boolean {
  return results.some(({ facts }) => facts?.grasped !== undefined && facts.pinched === undefined);
}

function graspRate(name: string, results: readonly UnitResult[], rule: GraspRule): Metric {
  return meanMetric({ name, results: results.map((unit) => ({ ...unit, score: grasps(unit, rule) })) });
}

/**
 * How much better than blindly the right block is selected among grasped ones: (TSR / GSR − 1/N) / (1 − 1/N).
 * @internal exported for its test
 */
export function grounding(opts: {
  name: string;
  results: readonly UnitResult[];
  rule: GraspRule;
  resamples?: number;
}): Metric {
  const { name, results, rule, ...bootstrap } = opts;
  const closed = results.filter((unit) => !isOpen(unit));
  const shares = closed.map((unit) => ({ cluster: unit.cluster, part: unit.score ?? 0, whole: grasps(unit, rule) }));
  const [choices, ...others] = new Set(closed.map(({ facts }) => Number(facts?.choices)));
  const errors = results.length - closed.length;
  const open = errors > 0 ? { errors } : {};
  const undefinedBecause = (why: string): Metric => {
    return { name, value: null, n: closed.length, low: null, high: null, method: `undefined: ${why}`, ...open };
  };
  if (choices === undefined) return undefinedBecause('no episode');
  if (others.length > 0) return undefinedBecause('suites differ in choices');
  const { value, low, high, ...rest } = estimateRatio(shares, bootstrap);
  if (value === null || low === null || high === null) return undefinedBecause('nothing was grasped');
  const scaled = (ratio: number) => (ratio - 1 / choices) / (1 - 1 / choices);
  // At worst every error grasped and failed; at best it succeeded without a grasp, which does happen.
  const withErrors = (error: 0 | 1) => {
    const failed = results.filter(isOpen).map(({ cluster }) => ({ cluster, part: error, whole: 1 - error }));
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

function grasps({ facts }: UnitResult, rule: GraspRule): number {
  return facts?.[rule] === 1 ? 1 : 0;
}
