import type { Answer, Assets, Extraction, Mark, Mask, MediaRef, Score } from '../../contracts/index.ts';
import { numpyRint as rint } from '../../extract/index.ts';
import { type Bounds, boundsOf } from './bounds.ts';
import { type Count, countPoints, isOnMask, type Worth } from './count.ts';

/** Answers with more points than this are measured by the first ones: what it costs must have a bound. */
const maxMarks = 64;

type IsOn = (value: number) => boolean;

/** NumPy's `round(value / 255)`: from 128 on for 8 bits, nothing for 1 bit, up to 257 for 16 bits. */
export const rounded: Worth = (value) => rint(value / 255);

/** The mean worth of an answer's points; 0 where there is none. */
export const share = ({ points, worth }: Count) => (points > 0 ? worth / points : 0);

/** An answer's points on the mask of the right pixels. */
export async function judgePoints(opts: {
  mask: MediaRef;
  extraction: Extraction;
  assets: Assets;
  worth: Worth;
  outside: 'miss' | 'border';
  value(count: Count): number;
}): Promise<Score> {
  const { worth } = opts;
  const marks = marksOf(opts.extraction);
  const [first] = marks;
  // Nothing was pointed at, so the mask need not be read.
  if (!first) return { value: 0, note: 'no point', facts: { points: 0, hits: 0 } };
  const mask = await opts.assets.mask(opts.mask);
  const count = countPoints(mask, marks, worth, opts.outside);
  const distance = count.hits > 0 ? 0 : distanceToMask(mask, marks, (value) => isOnMask(worth(value)));
  const [x, y] = Array.isArray(first) ? first : [(first.box[0] + first.box[2]) / 2, (first.box[1] + first.box[3]) / 2];
  const away = distance === undefined || distance === 0 ? '' : `, ${distance.toFixed(1)} px away`;
  return {
    value: opts.value(count),
    note: `${count.hits} of ${count.points} point${count.points === 1 ? '' : 's'} inside${away}`,
    facts: {
      points: count.points,
      hits: count.hits,
      ...(distance !== undefined && { distance: round(distance, 100) }),
      x: round(x / mask.width, 10_000),
      y: round(y / mask.height, 10_000),
    },
  };
}

/** The toolkit would end here; the unit counts as wrong and is marked. */
export function withAbort(score: Score, extraction: Extraction): Score {
  if (!('error' in extraction) || extraction.effect !== 'abort') return score;
  return { ...score, note: extraction.error, facts: { ...score.facts, abort: 1 } };
}

export function marksOf(extraction: Extraction): readonly Mark[] {
  return 'points' in extraction ? extraction.points : [];
}

/** For people and pictures: a few digits are enough. */
function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}

/**
 * Pixels from the nearest of an answer's points to the mask, 0 for a point on it; undefined when there is no point or
 * nothing to point at.
 */
function distanceToMask(mask: Mask, marks: readonly Mark[], isOn: IsOn): number | undefined {
  const bounds = boundsOf(mask);
  let best = Infinity;
  for (const mark of marks.slice(0, maxMarks))
    best = Math.min(best, squared({ mask, mark, isOn, bounds, limit: best }));
  return best === Infinity ? undefined : Math.sqrt(best);
}

/** Looks through rows from the nearest one outwards, no further than what was found already. */
function squared(opts: { mask: Mask; mark: Mark; isOn: IsOn; bounds: Bounds; limit: number }): number {
  const { mask, mark, isOn, bounds } = opts;
  const [left, top, right, bottom] = Array.isArray(mark)
    ? [mark[0], mark[1], mark[0], mark[1]]
    : [mark.box[0], mark.box[1], mark.box[2] - 1, mark.box[3] - 1];
  if (!(left <= right && top <= bottom)) return Infinity;
  let best = opts.limit;

  /** False: this row is too far away, and so are those behind it. */
  const visit = (y: number): boolean => {
    const dy = Math.max(top - y, y - bottom, 0);
    if (dy * dy >= best) return false;
    const reach = Math.sqrt(best - dy * dy);
    const from = Math.max(bounds.left, Math.ceil(left - reach));
    const to = Math.min(bounds.right, Math.floor(right + reach));
    for (let x = from; x <= to; x++) {
      if (!isOn(mask.values[y * mask.width + x] ?? 0)) continue;
      const dx = Math.max(left - x, x - right, 0);
      best = Math.min(best, dx * dx + dy * dy);
      // Further to the right it can only be further away.
      if (x >= left) break;
    }
    return true;
  };
  const start = Math.min(bounds.bottom, Math.max(bounds.top, Math.floor(top)));
  for (let y = start; y <= bounds.bottom && visit(y); y++);
  for (let y = start - 1; y >= bounds.top && visit(y); y--);
  return best;
}

/**
 * The pixel of the mask that is nearest to its centre of mass; the first of several. Among those from 128 on, if there are
 * any: lmms-eval takes no others, while all other scorers take every value above 0.
 */
export async function truthOn(mask: MediaRef, assets: Assets): Promise<Answer> {
  const { width, height, values } = await assets.mask(mask);
  const least = values.some((value) => value >= 128) ? 128 : 1;
  // No list of pixels: a mask may have a million.
  const visit = (see: (x: number, y: number) => void) => {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if ((values[y * width + x] ?? 0) >= least) see(x, y);
  };
  let [count, sumX, sumY] = [0, 0, 0];
  visit((x, y) => {
    count++;
    sumX += x;
    sumY += y;
  });
  let [nearestX, nearestY, shortest] = [0, 0, Infinity];
  visit((x, y) => {
    const distance = (x - sumX / count) ** 2 + (y - sumY / count) ** 2;
    if (distance < shortest) [nearestX, nearestY, shortest] = [x, y, distance];
  });
  return { points: count > 0 ? [[nearestX, nearestY]] : [] };
}
