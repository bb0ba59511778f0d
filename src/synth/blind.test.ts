import { describe, expect, it } from 'vitest';
import { type BlindQuestion, blindAnswers, blindQuestions } from '../../scripts/blind-answers.ts';
import type { Extraction, UnitResult } from '../contracts/index.ts';
import { meanMetric } from '../stats/index.ts';
import { at, demand } from '../util/index.ts';
import { generate } from './generated.ts';
import { families } from './index.ts';
import type { SynthBenchmark } from './mirror.ts';
import { readSettings } from './settings.ts';

/**
 * Enough to see a gross leak; docs/synth-blind.json has what many tell. Fewer where each takes longer. With `SEXTANT_BLIND=2000`
 * that many of each, which takes minutes.
 */
const counts: Record<string, number> = {
  'synth-point': 60,
  'synth-views': 90,
  'synth-motion': 600,
  'synth-act': 240,
};
const { SEXTANT_BLIND: many } = process.env;

/** Each part is answered after lessons from the others, so that every question is made once and serves for both. */
const PARTS = 6;

/** A question, what was said, and what would have been right. */
interface Guess extends UnitResult {
  chance: number;
  choices: Readonly<Record<string, string>>;
  said: string | undefined;
  right: string | undefined;
}

/**
 * What somebody scores who says the letter that was right least often so far: where each letter is right once in every few questions,
 * that is more than chance.
 */
function byCounting(results: readonly Guess[]): Guess[] {
  const seen = new Map<string, number>();
  return results.map((guess) => {
    const letters = Object.keys(guess.choices);
    const rarest = letters.toSorted((a, b) => (seen.get(a) ?? 0) - (seen.get(b) ?? 0))[0];
    const right = letters.find((letter) => guess.choices[letter] === guess.right) ?? '';
    seen.set(right, (seen.get(right) ?? 0) + 1);
    return { ...guess, score: rarest === right ? 1 : 0 };
  });
}

/** At least three of the four views. */
const isMet = (guesses: readonly Guess[], truths: readonly Guess[]) =>
  guesses.filter(({ said }, i) => said !== undefined && said === truths[i]?.right).length >= 3;

/**
 * How many groups of views are met by those who know nothing, but say what is said here: as many as with the truths of the other
 * groups that have the same options. Whoever says the same of each view meets more than who guesses each for itself.
 */
function chanceOfGroups(groups: readonly Guess[][]): number {
  const alike = Map.groupBy(groups, ([first]) =>
    Object.values(first?.choices ?? {})
      .sort()
      .join(),
  );
  const chances = [...alike.values()].flatMap((some) =>
    some.map((guesses) => some.filter((truths) => isMet(guesses, truths)).length / some.length),
  );
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
}

/** Questions of one scene stay together. */
async function answered(benchmark: SynthBenchmark, questions: readonly BlindQuestion[], perScene: number) {
  const parts = [...Map.groupBy(questions.keys(), (index) => Math.floor(index / perScene) % PARTS).values()];
  const guesses: Guess[] = [];
  for (const part of parts) {
    const inPart = new Set(part);
    const lessons = questions.filter((_, index) => !inPart.has(index));
    const asked = questions.filter((_, index) => inPart.has(index));
    const results = await blindAnswers(benchmark, lessons, asked);
    for (const [place, index] of part.entries()) guesses[index] = guessOf(at(asked, place), at(results, place));
  }
  return guesses;
}

function guessOf({ space, truth }: BlindQuestion, result: UnitResult & { chance: number }): Guess {
  const { choices = {} } = space;
  const optionOf = (answer: Extraction) => ('answer' in answer ? choices[answer.answer ?? ''] : undefined);
  const said = result.extraction ? optionOf(result.extraction) : undefined;
  return { ...result, choices, said, right: optionOf(truth) };
}

describe.each(families.map((benchmark) => ({ id: benchmark.id, benchmark })))('$id', ({ id, benchmark }) => {
  it('cannot be answered from its words', async () => {
    const count = String(many ?? demand(counts, id));
    const settings = readSettings({ ...benchmark.args, count, seed: '77' }, benchmark.levels, benchmark.together);
    const family = await benchmark.family();
    const questions = await blindQuestions(benchmark, await generate(id, family, settings, { draft: true }));
    const results = await answered(benchmark, questions, family.perScene);
    expect(results).toHaveLength(Number(count));
    const chance = results.reduce((sum, unit) => sum + unit.chance, 0) / results.length;
    const metric = meanMetric({ name: 'blind', results, chance, level: 0.99 });
    expect(metric.low).toBeLessThanOrEqual(chance);

    if (Object.keys(results[0]?.choices ?? {}).length > 0) {
      const counted = meanMetric({ name: 'counting', results: byCounting(results), chance, level: 0.99 });
      expect(counted.low).toBeLessThanOrEqual(chance);
    }

    if (benchmark.together === 1) return;
    const groups = [...Map.groupBy(results, (guess) => guess.groups.question).values()];
    const met = groups.flatMap((group) => {
      const score = isMet(group, group) ? 1 : 0;
      return group.slice(0, 1).map((first) => ({ ...first, score }));
    });
    const chanceMet = chanceOfGroups(groups);
    expect(meanMetric({ name: 'groups', results: met, chance: chanceMet, level: 0.99 }).low).toBeLessThanOrEqual(
      chanceMet,
    );
  });
});
