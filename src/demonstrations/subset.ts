import { SextantError } from '../contracts/index.ts';
import type { DemoSet } from './demonstration.ts';

/** Some demonstrations of a set, from the first to before the last, numbered anew. */
export function subset(set: DemoSet, { from, to }: { from: number; to: number }): DemoSet {
  if (!(from >= 0 && from < to && to <= set.count))
    throw new SextantError('bad_argument', `it has ${set.count} episodes, not ${from} … ${to - 1}`, {
      where: set.name,
    });
  return {
    ...set,
    count: to - from,
    episode: async (index) => ({ ...(await set.episode(from + index)), index }),
  };
}
