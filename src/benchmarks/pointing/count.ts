import type { Mark, Mask } from '../../contracts/index.ts';
import { type Bounds, boundsOf } from './bounds.ts';

/** What a pixel is worth: 0 outside the mask, 1 inside for all scorers but the odd cases of lmms-eval. */
export type Worth = (value: number) => number;

/** The faint fringe of a JPEG's edges is not on the mask, though it has some worth. */
export const isOnMask = (worth: number) => worth >= 0.5;

/** How many points an answer has, how many are on the mask, and what all are worth together. */
export interface Count {
  points: number;
  hits: number;
  worth: number;
}

/** A stretch of one axis, half-open, every pixel of which counts `times` times. */
interface Stretch {
  from: number;
  to: number;
  times: number;
}

/**
 * Counts the points of an answer on a mask. A box stands for all of its pixels, which are never listed: their sum comes from
 * four corners of a table of sums, so that a billion of them take no longer than one.
 * @param outside what becomes of a box's pixels outside the picture: missed, or moved to the nearest border.
 */
export function countPoints(mask: Mask, marks: readonly Mark[], worth: Worth, outside: 'miss' | 'border'): Count {
  const { width, height, values } = mask;
  const count: Count = { points: 0, hits: 0, worth: 0 };
  let sums: Sums | undefined;
  for (const mark of marks) {
    if (Array.isArray(mark)) {
      const [x, y] = mark;
      const isInside = x >= 0 && x < width && y >= 0 && y < height;
      const value = isInside ? worth(values[Math.floor(y) * width + Math.floor(x)] ?? 0) : 0;
      count.points++;
      count.hits += isOnMask(value) ? 1 : 0;
      count.worth += value;
      continue;
    }
    const [x0, y0, x1, y1] = mark.box;
    count.points += Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
    sums ??= tableOfSums(mask, worth);
    for (const column of stretches(x0, x1, width, outside))
      for (const row of stretches(y0, y1, height, outside)) {
        const times = column.times * row.times;
        count.hits += times * within(sums, 'hits', column, row);
        count.worth += times * within(sums, 'worth', column, row);
      }
  }
  return count;
}

/** The part of `start … end` that lies on an axis of this length, and the border pixels that stand for the rest. */
function stretches(start: number, end: number, length: number, outside: 'miss' | 'border'): Stretch[] {
  if (end <= start) return [];
  const found = [{ from: Math.max(0, start), to: Math.min(length, end), times: 1 }];
  if (outside === 'border') {
    found.push({ from: 0, to: 1, times: Math.min(end, 0) - Math.min(start, 0) });
    found.push({ from: length - 1, to: length, times: Math.max(end, length) - Math.max(start, length) });
  }
  return found.filter(({ from, to, times }) => from < to && times > 0);
}

/** Sums over the part of the mask that is not empty. */
interface Sums {
  bounds: Bounds;
  hits: Float64Array;
  worth: Float64Array;
}

/** At (x, y) of the part: the sum over all of its pixels above and to the left. */
function tableOfSums(mask: Mask, worth: Worth): Sums {
  const bounds = boundsOf(mask);
  const [width, height] = sidesOf(bounds);
  const hits = new Float64Array((width + 1) * (height + 1));
  const sum = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    const row = (bounds.top + y) * mask.width + bounds.left;
    let [rowHits, rowSum] = [0, 0];
    for (let x = 0; x < width; x++) {
      const value = worth(mask.values[row + x] ?? 0);
      rowHits += isOnMask(value) ? 1 : 0;
      rowSum += value;
      const at = (y + 1) * (width + 1) + x + 1;
      hits[at] = (hits[at - width - 1] ?? 0) + rowHits;
      sum[at] = (sum[at - width - 1] ?? 0) + rowSum;
    }
  }
  return { bounds, hits, worth: sum };
}

function within(sums: Sums, what: 'hits' | 'worth', column: Stretch, row: Stretch): number {
  const { left, top } = sums.bounds;
  const [width, height] = sidesOf(sums.bounds);
  const at = (x: number, y: number) => sums[what][clamp(y - top, height) * (width + 1) + clamp(x - left, width)] ?? 0;
  return at(column.to, row.to) - at(column.from, row.to) - at(column.to, row.from) + at(column.from, row.from);
}

function sidesOf({ left, top, right, bottom }: Bounds): [width: number, height: number] {
  return [right - left + 1, bottom - top + 1];
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
