import type { Aggregate, Metric, UnitResult } from '../../contracts/index.ts';
import { meanMetric, passAtKMetrics } from '../../stats/index.ts';
import { completeQuestions, type FourViews, tally } from './questions.ts';

/** How many of the four views must be right; the authors' headline is 3. */
const thresholds = [
  { least: 1, name: 'group-wise (≥1 of 4)' },
  { least: 2, name: 'group-wise (≥2 of 4)' },
  { least: 4, name: 'group-wise (all-4-consistent)' },
];
const headline = { least: 3, name: 'group-wise (≥3 of 4)' };

/**
 * Group-wise, where there are questions with all four views (in a breakdown by view there are none), and sample-wise.
 * Beside them, what the first replies alone would have scored, where questions were asked again.
 */
export const aggregate: Aggregate = (results) => {
  const questions = completeQuestions(results);
  const askedAgain = results.some(({ first }) => first !== undefined);
  const groupWise = (threshold: typeof headline) => groupMetric(questions, threshold);
  return [
    ...(questions.length > 0 ? [groupWise(headline)] : []),
    meanMetric({ name: 'sample-wise', results, chance: 0.25 }),
    ...(questions.length > 0 ? thresholds.map(groupWise) : []),
    ...(askedAgain ? firstAttempt(results) : []),
    ...passAtKMetrics(results),
  ];
};

/** The two main numbers again, had nothing been asked twice. */
function firstAttempt(results: readonly UnitResult[]): Metric[] {
  const firsts = results.map((unit) => (unit.first ? { ...unit, ...unit.first } : unit));
  const questions = completeQuestions(firsts);
  return [
    ...(questions.length > 0
      ? [groupMetric(questions, { ...headline, name: 'group-wise (≥3 of 4, first attempt)' })]
      : []),
    meanMetric({ name: 'sample-wise (first attempt)', results: firsts, chance: 0.25 }),
  ];
}

/** Share of questions with at least so many views right. A question is open only where its errors could still turn it. */
function groupMetric(questions: readonly FourViews[], { least, name }: { least: number; name: string }): Metric {
  const results = questions.map((question): UnitResult => {
    const { right, open } = tally(question);
    const { id, units } = question;
    const about = { id, epoch: question.epoch, cluster: units.std.cluster, groups: {}, extraction: null };
    if (right < least && right + open >= least) return { ...about, outcome: 'provider_error', score: null };
    return { ...about, outcome: 'answered', score: right >= least ? 1 : 0 };
  });
  return meanMetric({ name, results, chance: chanceOf(least) });
}

/**
 * How likely a guesser among four letters has at least so many of four views right.
 * @internal exported for its test
 */
export function chanceOf(least: number): number {
  const ways = [1, 4, 6, 4, 1];
  return ways.reduce((sum, count, right) => (right < least ? sum : sum + count * 3 ** (4 - right)), 0) / 4 ** 4;
}
