import type { Sample } from '../contracts/index.ts';

/** How often those are right who know only part of a scene, by group of questions and by baseline. */
export type AblatedScores = Record<string, Record<string, { samples: number; score: number }>>;

/** Adds what those are expected to score on one question. */
export function addAblated(
  scores: AblatedScores,
  { groups }: Sample,
  axes: readonly string[],
  expected: Readonly<Record<string, number>>,
): void {
  const group = axes.map((axis) => `${axis} ${groups[axis] ?? ''}`).join(', ');
  scores[group] ??= {};
  const own = scores[group];
  for (const [name, score] of Object.entries(expected)) {
    own[name] ??= { samples: 0, score: 0 };
    own[name].samples += 1;
    own[name].score += score;
  }
}
