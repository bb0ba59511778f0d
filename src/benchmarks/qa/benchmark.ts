import type { Benchmark, Fields, UnitResult } from '../../contracts/index.ts';
import { chanceAdjusted, macroMetric, meanMetric, passAtKMetrics } from '../../stats/index.ts';
import { QaSample } from './sample.ts';
import { scorers } from './score.ts';

type Declared =
  | 'id'
  | 'title'
  | 'about'
  | 'args'
  | 'protocols'
  | 'breakdowns'
  | 'load'
  | 'aliases'
  | 'aggregates'
  | 'published'
  | 'publishedUnits'
  | 'dataNames'
  | 'sources'
  | 'outputs'
  | 'diagnose'
  | 'recordings';

/** What a benchmark of questions with options or numbers must say for itself; the rest is the same for all. */
export type QaDeclaration = Pick<Benchmark<QaSample>, Declared>;

/** A benchmark of questions with options or numbers. */
export function qaBenchmark(declaration: QaDeclaration): Benchmark<QaSample> {
  return {
    needsData: true,
    schema: QaSample,
    fields,
    space: ({ choices }) => (isChoice(choices) ? { choices } : { number: {} }),
    show({ question, choices, media }) {
      const clips = media.filter(({ type }) => type.startsWith('video/'));
      const pictures = media.filter(({ type }) => !type.startsWith('video/'));
      return { question, ...(isChoice(choices) && { choices }), pictures, clips };
    },
    truth: ({ answer }) => ({ answer }),
    label: { of: ({ answer }) => answer, corrected: (sample, answer) => ({ ...sample, answer }) },
    scorers,
    ...declaration,
  };
}

function isChoice(choices: QaSample['choices']): boolean {
  return Object.keys(choices).length > 0;
}

/** What prompts are filled with: each recipe lists options in its own way. */
function fields({ question, choices, texts }: QaSample): Fields {
  const options = Object.entries(choices);
  const listed = (mark: string) => options.map(([letter, text]) => `${letter}${mark} ${text}`).join('\n');
  return {
    kind: options.length > 0 ? 'choice' : 'number',
    question,
    letters: options.map(([letter]) => letter).join(', '),
    dotted: listed('.'),
    colons: listed(':'),
    brackets: listed(')'),
    ...texts,
  };
}

/** Options by letter, as every harness numbers them. */
export function lettered(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(options.map((text, index) => [letterAt(index), text]));
}

export function letterAt(index: number): string {
  return String.fromCharCode(65 + index);
}

/** How many options a unit has; every question of these benchmarks says so in its groups. */
export function optionsOf({ groups }: UnitResult): number {
  return Number(groups.options ?? 4);
}

/** What a guesser would reach, where every question has options. */
function chanceOf(results: readonly UnitResult[]): { chance?: number } {
  if (results.length === 0 || results.some(({ groups }) => groups.options === undefined)) return {};
  return { chance: results.reduce((sum, unit) => sum + 1 / optionsOf(unit), 0) / results.length };
}

/** Mean over questions. */
export function accuracy(results: readonly UnitResult[]) {
  return [meanMetric({ name: 'accuracy', results, ...chanceOf(results) }), ...passAtKMetrics(results)];
}

/** Mean over types, whose path `stratum` tells, and the mean over questions beside it. */
export function macroAccuracy(name: string, stratum: (unit: UnitResult) => readonly string[]) {
  return (results: readonly UnitResult[]) => {
    const about = chanceOf(results);
    const guess = about.chance === undefined ? {} : { guess: (unit: UnitResult) => 1 / optionsOf(unit) };
    return [
      macroMetric({ name, results, stratum, ...guess }),
      meanMetric({ name: 'over questions', results, ...about }),
      ...passAtKMetrics(results),
    ];
  };
}

/** Chance-adjusted accuracy, and accuracy beside it. */
export function caa(results: readonly UnitResult[]) {
  return [chanceAdjusted({ name: 'CAA', results, options: optionsOf }), ...accuracy(results)];
}
