import type { Extractor } from '../../contracts/index.ts';
import { divide, truncate } from '../python/number.ts';
import { onError, sizeOf } from './context.ts';
import { pointArray } from './point-array.ts';
import { readNumber } from './text-points.ts';
import { tuples } from './tuples.ts';
import { onGrid, pixelsOf, writeTuples } from './write.ts';

/**
 * lmms-eval's _text2pts: every `(x, y)` is a fraction of the sides, whole numbers too; four numbers are skipped.
 * An exception ends the evaluation. Points outside the picture are kept; it is the scorer that counts them as misses.
 * @example refspatialLmms.extract('(0.5, 0.5)', { width: 640, height: 480 }) // { points: [[320, 240]] }
 */
export const refspatialLmms: Extractor = {
  id: 'refspatial/lmms',
  about: 'lmms-eval: every (x, y) as fractions of the sides',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    return onError('abort', () =>
      pointArray(
        [...tuples(text)].flatMap((pieces) => {
          const [x = 0n, y = 0n] = pieces.map(readNumber);
          if (pieces.length !== 2) return [];
          return [{ x: truncate(divide(x, 1) * width), y: truncate(divide(y, 1) * height) }];
        }),
      ),
    );
  },
  write: (answer, context) => writeTuples(onGrid(pixelsOf(answer), context, 1)),
};
