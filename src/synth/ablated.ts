import type { Ablations, Guess, Sample } from '../contracts/index.ts';

/** How often those are right who know only part of a scene, by group of questions and by baseline. */
export type AblatedScores = Record<string, Record<string, { samples: number; score: number }>>;

/** Adds a question to what those come to who know only part of its scene: each guess counts as often as it would be made. */
export async function addAblations(
  scores: AblatedScores,
  { groups }: Sample,
  axes: readonly string[],
  ablations: Ablations,
  scoreOf: (answer: Guess['answer']) => Promise<number>,
): Promise<void> {
  const group = axes.map((axis) => `${axis} ${groups[axis] ?? ''}`).join(', ');
  scores[group] ??= {};
  const own = scores[group];
  for (const [name, guesses] of Object.entries(ablations)) {
    const all = guesses.reduce((sum, { weight }) => sum + weight, 0);
    own[name] ??= { samples: 0, score: 0 };
    own[name].samples += 1;
    for (const { answer, weight } of guesses) own[name].score += (weight / all) * (await scoreOf(answer));
  }
}
