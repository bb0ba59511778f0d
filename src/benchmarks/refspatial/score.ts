import type { Mark, Scorer } from '../../contracts/index.ts';
import type { Count, Worth } from '../pointing/count.ts';
import { judgePoints, marksOf, rounded, share, withAbort } from '../pointing/judge.ts';
import type { RefspatialSample } from './sample.ts';

/** Any value above 0, whatever it looks like: official code never asks for 128. */
const anyValue: Worth = (value) => (value > 0 ? 1 : 0);

/**
 * The authors' rule: the share of all points that lie on the mask, points outside the picture being misses.
 * What their parser cannot read without an exception is left out; where their script would end there is no score either.
 */
const official: Scorer<RefspatialSample> = {
  async score(sample, extraction, assets) {
    if ('error' in extraction) {
      const name = extraction.effect === 'abort' ? 'abort' : 'dropped';
      return { value: null, note: extraction.error, facts: { [name]: 1 } };
    }
    return await judgePoints({ mask: sample.mask, extraction, assets, worth: anyValue, outside: 'miss', value: share });
  },
};

/** EASI: as the authors, but pixels of a box that lie outside count at the border, and what cannot be read is 0. */
const easi: Scorer<RefspatialSample> = {
  score: (sample, extraction, assets) =>
    judgePoints({ mask: sample.mask, extraction, assets, worth: anyValue, outside: 'border', value: share }),
};

/** VLMEvalKit: points are moved into the picture, and one that hits is enough. It fails on masks with several channels. */
const vlmevalkit: Scorer<RefspatialSample> = {
  async score(sample, extraction, assets) {
    const { width, height } = sample.size;
    const points = marksOf(extraction).map((mark): Mark => {
      if (!Array.isArray(mark)) return mark;
      return [clip(mark[0], width), clip(mark[1], height)];
    });
    if (points.length > 0 && (sample.maskChannels ?? 1) > 1)
      return {
        value: 0,
        note: 'VLMEvalKit ends with a ValueError: the mask has several channels',
        facts: { abort: 1 },
      };
    const value = ({ hits }: Count) => (hits > 0 ? 1 : 0);
    const scored = await judgePoints({
      mask: sample.mask,
      extraction: { points },
      assets,
      worth: anyValue,
      outside: 'border',
      value,
    });
    return withAbort(scored, extraction);
  },
};

/** lmms-eval: as the authors, but a pixel counts by its rounded value, which for masks of 16 bits exceeds 1. */
const lmms: Scorer<RefspatialSample> = {
  score: async (sample, extraction, assets) =>
    withAbort(
      await judgePoints({ mask: sample.mask, extraction, assets, worth: rounded, outside: 'miss', value: share }),
      extraction,
    ),
};

export const scorers = { official, easi, vlmevalkit, lmms };

function clip(value: number, side: number): number {
  return Math.max(0, Math.min(Math.trunc(value), side - 1));
}
