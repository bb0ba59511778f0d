import type { ExtractContext, Extractor } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { type Num, truncate } from '../python/number.ts';
import { boxShape, pointArray, tuples } from '../refspatial/point-array.ts';
import { readNumber } from '../refspatial/text-points.ts';
import { onError, onGrid, rowsOf, writeTuples } from '../refspatial/write.ts';

/** The script takes every picture to be of this size. */
const size = { width: 640, height: 480 } as const satisfies ExtractContext;

/**
 * RoboPoint's text2pts: two numbers are a point, fractions of 640 × 480 where one of them has a decimal point. Four are a box, whose
 * first number decides for all; it is cut from a picture as NumPy slices, so that -1 is the last column. An exception drops the sample.
 * @example where2placeOfficial.extract('[(0.5, 0.5)]', {}) // { points: [[320, 240]] }
 */
export const where2placeOfficial: Extractor = {
  id: 'where2place/official',
  about:
    'RoboPoint: every (x, y) and (x0, y0, x1, y1); decimals are fractions of 640 × 480, whatever the picture’s size',
  extract: (text) =>
    onError('dropped', () =>
      pointArray(
        [...tuples(text)].flatMap((pieces) => {
          const [a = 0n, b = 0n, c = 0n, d = 0n] = pieces.map(readNumber);
          if (pieces.length === 2)
            return isFloat(a) || isFloat(b)
              ? [{ x: times(a, size.width), y: times(b, size.height) }]
              : [{ x: a, y: b }];
          if (pieces.length !== 4) return [];
          const corners: [Num, Num, Num, Num] = isFloat(a)
            ? [times(a, size.width), times(b, size.height), times(c, size.width), times(d, size.height)]
            : [a, b, c, d];
          return sliced(corners);
        }),
      ),
    ),
  write: (answer) => writeTuples(onGrid(rowsOf(answer), size, 1)),
};

function isFloat(value: Num): value is number {
  return typeof value === 'number';
}

/** `int(value * side)`. */
function times(value: Num, side: number): bigint {
  return isFloat(value) ? truncate(value * side) : value * BigInt(side);
}

/** `mask[y0:y1, x0:x1]`; nothing where that is empty. */
function sliced([x0, y0, x1, y1]: [Num, Num, Num, Num]) {
  if (isFloat(x0) || isFloat(y0) || isFloat(x1) || isFloat(y1))
    throw new PythonException('TypeError', 'slice indices must be integers or None or have an __index__ method');
  const [left, right] = [index(x0, size.width), index(x1, size.width)];
  const [top, bottom] = [index(y0, size.height), index(y1, size.height)];
  return left < right && top < bottom ? boxShape([left, top, right, bottom]) : [];
}

/** Where a slice of this length begins or ends: negative numbers count from its end. */
function index(value: bigint, side: number): bigint {
  const length = BigInt(side);
  const place = value < 0n ? value + length : value;
  if (place < 0n) return 0n;
  if (place > length) return length;
  return place;
}
