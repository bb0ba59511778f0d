import { type Policy, PolicyError, type UnitResult, type World } from '../../../contracts/index.ts';
import type { RsbSample } from '../sample.ts';
import { scoreFirstChoice } from '../score.ts';
import { resultOf } from './episodes.ts';

/** Lets one policy act in every episode, repetition after repetition, and scores it as `rsb/first-choice` does. */
export async function playAll(
  world: World<RsbSample>,
  policy: Policy,
  { samples, epochs = 1 }: { samples: readonly RsbSample[]; epochs?: number },
): Promise<UnitResult[]> {
  const results: UnitResult[] = [];
  for (let epoch = 0; epoch < epochs; epoch += 1)
    for (const sample of samples) {
      const opts = { unit: { id: sample.id, epoch }, seed: 0, timeoutMs: 600_000 };
      const episode = await world.play(sample, policy, opts).then(
        (played) => played.episode,
        (error: unknown) => {
          if (error instanceof PolicyError) return null;
          throw error;
        },
      );
      results.push(resultOf(sample, episode, { epoch, score: scoreFirstChoice }));
    }
  return results;
}
