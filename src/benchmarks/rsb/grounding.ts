import { isOpen, type Metric, type UnitResult } from '../../contracts/index.ts';
import { estimateRatio, openedBy } from '../../stats/index.ts';

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
    ...{ name, value: null, n: results.length - errors, low: null, high: null },
    method: `undefined: ${why}`,
    ...open,
  };
}
