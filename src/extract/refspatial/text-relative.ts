import type { Extractor } from '../../contracts/index.ts';
import { type Num, truncate } from '../python/number.ts';
import { sizeOf } from './context.ts';
import { textPoints } from './text-points.ts';
import { onGrid, rowsOf, writeTuples } from './write.ts';

/**
 * RoboRefer's text2pts for RoboPoint, Claude, GPT4O and RoboRefer. A point with a decimal point in it is a fraction of the
 * sides, `(1, 1)` is a pixel, but a box is always a fraction: `(0, 0, 1, 1)` is the whole picture.
 * Points outside the picture are kept; it is the scorer that counts them as misses.
 * @example refspatialTextRelative.extract('[(0.5, 0.5)]', { width: 640, height: 480 }) // { points: [[320, 240]] }
 */
export const refspatialTextRelative: Extractor = {
  id: 'refspatial/text-relative',
  about: 'RoboRefer: every (x, y) and (x0, y0, x1, y1); decimals are fractions of the sides',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    const corner = ([x, y]: [Num, Num]): [Num, Num] => [times(x, width), times(y, height)];
    const isFloat = (value: Num) => typeof value === 'number';
    return textPoints(text, { corner, point: (pair) => (pair.some(isFloat) ? corner(pair) : pair) });
  },
  write: (answer, context) => writeTuples(onGrid(rowsOf(answer), context, 1)),
};

/** `int(value * side)`. */
function times(value: Num, side: number): bigint {
  return typeof value === 'bigint' ? value * BigInt(side) : truncate(value * side);
}
