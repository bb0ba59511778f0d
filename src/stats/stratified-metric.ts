import { isOpen, type Metric, type UnitResult } from '../contracts/index.ts';
import { countErrors, type MetricOptions, meanMetric, openedBy } from './metric.ts';
import { estimateStratified } from './stratified.ts';

/**
 * Mean over types of questions of the mean over their questions: a type counts the same however many questions it has.
 * @example macroMetric({ name: 'macro accuracy', results, stratum: ({ groups }) => [groups.task ?? ''] })
 */
export function macroMetric(opts: MacroOptions): Metric {
  const { name, results, stratum, guess, level } = opts;
  const limits = { low: 0, high: 1 };
  const sharesOf = (score: (unit: UnitResult) => number | null) =>
    results.flatMap((unit) => {
      const part = score(unit);
      return part === null ? [] : [{ cluster: unit.cluster, stratum: stratum(unit), part, whole: 1 }];
    });
  const chance = guess && estimateStratified(sharesOf(guess), { limits, resamples: 1 }).value;
  return opened({ name, results, ...(typeof chance === 'number' && { chance }) }, (error) =>
    estimateStratified(
      sharesOf((unit) => (isOpen(unit) ? error : unit.score)),
      { limits, ...(level !== undefined && { level }) },
    ),
  );
}

type MacroOptions = Omit<MetricOptions, 'chance'> & {
  /** The type of a unit, as a path where types have kinds. */
  stratum(unit: UnitResult): readonly string[];
  /** What a blind guesser would score on a unit. */
  guess?: (unit: UnitResult) => number;
};

/**
 * Chance-adjusted accuracy: what is right beyond guessing, over what could be. 0 is a guesser, 1 is all right, and worse than
 * guessing is below 0.
 * @example chanceAdjusted({ name: 'CAA', results, options: ({ groups }) => Number(groups.options) })
 */
export function chanceAdjusted(opts: Omit<MetricOptions, 'chance'> & { options(unit: UnitResult): number }): Metric {
  const { name, results, options, level } = opts;
  const guesses = results.reduce((sum, unit) => sum + 1 / options(unit), 0);
  const limits = { low: -guesses / (results.length - guesses), high: 1 };
  return opened({ name, results, chance: 0 }, (error) => {
    const shares = results.flatMap((unit) => {
      const score = isOpen(unit) ? error : unit.score;
      const guess = 1 / options(unit);
      return score === null ? [] : [{ cluster: unit.cluster, stratum: [''], part: score - guess, whole: 1 - guess }];
    });
    return estimateStratified(shares, { limits, ...(level !== undefined && { level }) });
  });
}

function opened(
  { results, ...about }: Pick<MetricOptions, 'name' | 'results' | 'chance'>,
  estimate: (error: number | null) => Omit<Metric, 'name'>,
): Metric {
  const errors = countErrors(results);
  return { ...about, ...estimate(null), ...(errors > 0 && openedBy(errors, estimate)) };
}

/**
 * Share of groups in which every unit is right, such as all rotations of a question. A group is open only while its errors could
 * still decide it.
 * @example allOfGroup({ name: 'circular', results, group: ({ id }) => id.slice(0, 8) })
 */
export function allOfGroup(opts: MetricOptions & { group(unit: UnitResult): string }): Metric {
  const { group, results, ...rest } = opts;
  const groups = Map.groupBy(results, (unit) => `${unit.epoch} ${group(unit)}`);
  const units = [...groups].map(([id, members]): UnitResult => {
    const wrong = members.some((unit) => !isOpen(unit) && unit.score !== null && unit.score < 1);
    const open = !wrong && members.some(isOpen);
    const dropped = !wrong && !open && members.every(({ score }) => score === null);
    const { cluster, epoch } = members[0] ?? { cluster: id, epoch: 0 };
    return {
      id,
      epoch,
      cluster,
      groups: {},
      extraction: null,
      outcome: open ? 'provider_error' : 'answered',
      score: open || dropped ? null : wrong ? 0 : 1,
    };
  });
  return meanMetric({ ...rest, results: units });
}
