import { isOpen, type Metric, type UnitResult } from '../../contracts/index.ts';
import { meanMetric } from '../../stats/index.ts';

/** The authors call rates high or low and draw no line. We draw it at one half, and the whole interval must be beyond it. */
const HALF = 0.5;

export const undecided = 'the interval does not tell yet';

/** What is said, and the numbers behind it. */
export interface Reading {
  says: string[];
  lines: [what: string, metric: Metric | undefined, word: string][];
}

export type Measures<Name extends string> = Record<Name, Metric | undefined>;

export const named = (all: readonly Metric[]) => (name: string) => all.find((metric) => metric.name === name);

/** Of the episodes that went for a block, how many went for the right one, whatever became of it then. */
export function rightChoice(results: readonly UnitResult[]): Metric {
  const decided = results.filter((unit) => isOpen(unit) || unit.facts?.chosen !== undefined);
  return shareOf(decided, 'right choice', ({ facts }) => facts?.chosen === facts?.gold);
}

export function shareOf(results: readonly UnitResult[], name: string, is: (unit: UnitResult) => boolean): Metric {
  return meanMetric({ name, results: results.map((unit) => ({ ...unit, score: is(unit) ? 1 : 0 })) });
}

export function choicesOf(results: readonly UnitResult[]): number {
  return Number(results.find(({ facts }) => facts?.choices)?.facts?.choices);
}

export function levelOf(metric: Metric | undefined): 'high' | 'low' | undefined {
  const range = rangeOf(metric);
  if (!range) return undefined;
  return range.low > HALF ? 'high' : range.high < HALF ? 'low' : undefined;
}

export const [better, worse, alike] = [
  'better than blind choice',
  'worse than blind choice',
  'not told apart from blind choice',
] as const;

export function besides(metric: Metric | undefined, chance: number): string {
  const range = rangeOf(metric);
  if (!range) return undecided;
  if (range.low > chance) return better;
  return range.high < chance ? worse : alike;
}

/** The interval (the exact one where there is one), with all errors taken as wrong below and as right above. */
export function rangeOf(metric: Metric | undefined): { low: number; high: number } | undefined {
  if (!metric) return undefined;
  const { low, high } =
    (metric.errors ?? 0) > 0 ? { low: metric.lowest, high: metric.highest } : (metric.exact ?? metric);
  return low == null || high == null ? undefined : { low, high };
}
