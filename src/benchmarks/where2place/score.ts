import type { Scorer } from '../../contracts/index.ts';
import { judgePoints, rounded, share, withAbort } from '../pointing/judge.ts';
import type { Where2placeSample } from './sample.ts';

/**
 * RoboPoint: the mean over points of the mask's value, without a threshold, so that the grey edge of a JPEG counts in parts. What its
 * parser fails on is left out.
 */
const official: Scorer<Where2placeSample> = {
  async score({ mask }, extraction, assets) {
    if ('error' in extraction) {
      const name = extraction.effect === 'abort' ? 'abort' : 'dropped';
      return { value: null, note: extraction.error, facts: { [name]: 1 } };
    }
    return await judgePoints({
      mask,
      extraction,
      assets,
      worth: (value) => value / 255,
      outside: 'miss',
      value: share,
    });
  },
};

/** lmms-eval: the same mean, of the mask rounded to 0 and 1. */
const lmms: Scorer<Where2placeSample> = {
  score: async ({ mask }, extraction, assets) =>
    withAbort(
      await judgePoints({ mask, extraction, assets, worth: rounded, outside: 'miss', value: share }),
      extraction,
    ),
};

export const scorers = { official, lmms };
