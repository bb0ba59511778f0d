import {
  type Aggregate,
  type Answer,
  type Extraction,
  isOpen,
  type Metric,
  type Score,
  type UnitResult,
} from '../../contracts/index.ts';
import { pythonStrip as strip } from '../../extract/index.ts';
import { ablatedBy, ablatedMeans, meanMetric, passAtKMetrics } from '../../stats/index.ts';
import { at, demand } from '../../util/index.ts';
import { type DsiSample, type DsiView, optionOf, views } from './sample.ts';

/** What the authors record when no answer could be read. */
export const unread = 'E';

/** What the authors' script would write as `final_answer`. */
export function finalAnswer(extraction: Extraction | null): string {
  const answer = extraction && 'answer' in extraction ? extraction.answer : null;
  return answer === null ? unread : String(answer);
}

/**
 * The letter that the authors' evaluation compares: the first character of the column `final_answer`.
 * @example scoredLetter('A. x') // 'A'; 'Answer: B' gives 'A' too
 */
export function scoredLetter(final: string): string {
  const [first = ''] = strip(final);
  return first;
}

/** Right when that letter is the truth. */
export function score(sample: DsiSample, extraction: Extraction): Score {
  const gold = strip(sample.answer);
  const letter = scoredLetter(finalAnswer(extraction));
  const goldOption = optionOf(sample.choices, gold);
  const option = optionOf(sample.choices, letter);
  return {
    value: gold === letter ? 1 : 0,
    note: `gold ${gold}`,
    facts: {
      gold,
      letter,
      view: sample.view,
      // Letters stand for other options in other views; what they stand for can be compared.
      ...(goldOption !== undefined && { goldOption }),
      ...(option !== undefined && { option }),
    },
  };
}

export function truth(sample: DsiSample): Answer {
  return { answer: strip(sample.answer) };
}

/** One question with its four views, in one epoch. */
export interface FourViews {
  id: string;
  epoch: number;
  units: Readonly<Record<DsiView, UnitResult>>;
}

/** The questions whose four views are all at hand, errors included. A run of one view has none. */
export function completeQuestions(results: readonly UnitResult[]): FourViews[] {
  const byQuestion = Map.groupBy(results, ({ epoch, groups }) => `${epoch}:${groups.question}`);
  return [...byQuestion.values()].flatMap((units) => {
    const of = (view: DsiView) => units.find(({ groups }) => groups.view === view);
    const [std, hflip, reverse, reverse_hflip] = views.map(of);
    if (!std || !hflip || !reverse || !reverse_hflip) return [];
    return [{ id: demand(std.groups, 'question'), epoch: std.epoch, units: { std, hflip, reverse, reverse_hflip } }];
  });
}

export function isRight(unit: UnitResult): boolean {
  return !isOpen(unit) && unit.score === 1;
}

/** How many views of a question are right, and how many an error leaves open. */
export function tally(question: FourViews): { right: number; open: number } {
  const units = Object.values(question.units);
  return { right: units.filter(isRight).length, open: units.filter(isOpen).length };
}

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
    { ...meanMetric({ name: 'sample-wise', results, chance: 0.25 }), ...ablatedMeans(results) },
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
    const known = Object.values(units).map(({ ablated }) => ablated);
    const ablated = ablatedBy(known, (chances) => atLeast(least, chances));
    const about = {
      id,
      epoch: question.epoch,
      cluster: units.std.cluster,
      groups: {},
      extraction: null,
      ...(ablated && { ablated }),
    };
    if (right < least && right + open >= least) return { ...about, outcome: 'provider_error', score: null };
    return { ...about, outcome: 'answered', score: right >= least ? 1 : 0 };
  });
  return { ...meanMetric({ name, results, chance: chanceOf(least) }), ...ablatedMeans(results) };
}

/** How likely somebody has so many views right who has each by itself with these chances. */
function atLeast(least: number, chances: readonly number[]): number {
  let ways = [1];
  for (const right of chances)
    ways = [...ways, 0].map((same, n) => same * (1 - right) + (n === 0 ? 0 : at(ways, n - 1)) * right);
  return ways.slice(least).reduce((sum, way) => sum + way, 0);
}

/**
 * How likely a guesser among four letters has at least so many of four views right.
 * @internal exported for its test
 */
export function chanceOf(least: number): number {
  const ways = [1, 4, 6, 4, 1];
  return ways.reduce((sum, count, right) => (right < least ? sum : sum + count * 3 ** (4 - right)), 0) / 4 ** 4;
}
