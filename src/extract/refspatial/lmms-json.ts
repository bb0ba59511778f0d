import type { Extractor } from '../../contracts/index.ts';
import { parseFloating, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { onError, sizeOf } from './context.ts';
import { pointArray } from './point-array.ts';
import { writePoint2d } from './write.ts';

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
