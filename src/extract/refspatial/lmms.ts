import type { Extractor } from '../../contracts/index.ts';
import { divide, parseFloating, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { pointArray, tuples } from './point-array.ts';
import { readNumber } from './text-points.ts';
import { onError, onGrid, pixelsOf, sizeOf, writePoint2d, writeTuples } from './write.ts';

/**
 * lmms-eval's _text2pts: every `(x, y)` is in units of which `grid` make a side, whole numbers too; four numbers are skipped.
 * An exception ends the evaluation. Points outside the picture are kept; it is the scorer that counts them as misses.
 */
function tuplesOnGrid(grid: 1 | 1000, named: Pick<Extractor, 'id' | 'about'>): Extractor {
  return {
    ...named,
    extract(text, context) {
      const [width, height] = sizeOf(context);
      return onError('abort', () =>
        pointArray(
          [...tuples(text)].flatMap((pieces) => {
            const [x = 0n, y = 0n] = pieces.map(readNumber);
            if (pieces.length !== 2) return [];
            return [{ x: truncate(divide(x, grid) * width), y: truncate(divide(y, grid) * height) }];
          }),
        ),
      );
    },
    write: (answer, context) => writeTuples(onGrid(pixelsOf(answer), context, grid)),
  };
}

/** @example refspatialLmms.extract('(0.5, 0.5)', { width: 640, height: 480 }) // { points: [[320, 240]] } */
export const refspatialLmms = tuplesOnGrid(1, {
  id: 'refspatial/lmms',
  about: 'lmms-eval: every (x, y) as fractions of the sides',
});

/** @example refspatialLmms999.extract('(500, 500)', { width: 640, height: 480 }) // { points: [[320, 240]] } */
export const refspatialLmms999 = tuplesOnGrid(1000, {
  id: 'refspatial/lmms-0-999',
  about: 'lmms-eval with prompt_suffix_type 0_999: every (x, y) in thousandths of the sides, decimals too',
});

const pair = pythonRegex('[\\[(]\\s*([-+]?\\d+(?:\\.\\d*)?)\\s*,\\s*([-+]?\\d+(?:\\.\\d*)?)\\s*[\\])]', 'g');

/**
 * lmms-eval's parse_point2d: every `[x, y]` or `(x, y)`, in thousandths of the sides, or in fractions of them when one of the
 * two has a decimal point. An exception ends the evaluation.
 * @example refspatialLmmsJson.extract('[{"point_2d": [500, 250]}]', { width: 640, height: 480 }) // { points: [[320, 120]] }
 */
export const refspatialLmmsJson: Extractor = {
  id: 'refspatial/lmms-json',
  about: 'lmms-eval: every [x, y] in thousandths of the sides, decimals in fractions of them',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    return onError('abort', () =>
      pointArray(
        Array.from(text.matchAll(pair), ([, x = '', y = '']) => {
          const isFraction = `${x}${y}`.includes('.');
          const pixel = (value: string, side: number) =>
            truncate((isFraction ? parseFloating(value) : parseFloating(value) / 1000) * side);
          return { x: pixel(x, width), y: pixel(y, height) };
        }),
      ),
    );
  },
  write: writePoint2d,
};
