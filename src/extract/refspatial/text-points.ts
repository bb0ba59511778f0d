import type { Extraction, Extractor } from '../../contracts/index.ts';
import { type Num, parseFloating, parseInteger, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { boxShape, pointArray, tuples } from './point-array.ts';
import { onError, onGrid, pixelsOf, rowsOf, sizeOf, writeTuples } from './write.ts';

type Coordinates = [x: Num, y: Num];

/** RoboRefer's text2pts: two numbers are a point, four are a box, and all others are skipped once they are read. */
function textPoints(
  text: string,
  toPixel: { point(pair: Coordinates): Coordinates; corner(pair: Coordinates): Coordinates },
): Extraction {
  return onError('dropped', () => {
    const shapes = [...tuples(text)].flatMap((pieces) => {
      const [a = 0n, b = 0n, c = 0n, d = 0n] = pieces.map(readNumber);
      if (pieces.length === 4) return boxShape([...toPixel.corner([a, b]), ...toPixel.corner([c, d])]);
      if (pieces.length !== 2) return [];
      const [x, y] = toPixel.point([a, b]);
      return [{ x, y }];
    });
    return pointArray(shapes);
  });
}

/** With a decimal point it is a float, else an int. */
export function readNumber(piece: string): Num {
  return piece.includes('.') ? parseFloating(piece) : parseInteger(piece);
}

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

/**
 * RoboRefer's text2pts for RoboBrain and Qwen: all numbers are pixels. One decimal point anywhere in a point and the official
 * script ends, because its scorer takes floats for an index; in a box it drops the sample.
 * Points outside the picture are kept; it is the scorer that counts them as misses.
 * @example refspatialTextAbsolute.extract('(320, 240)', {}) // { points: [[320, 240]] }
 */
export const refspatialTextAbsolute: Extractor = {
  id: 'refspatial/text-absolute',
  about: 'RoboRefer: every (x, y) and (x0, y0, x1, y1) in pixels',
  extract: (text) => textPoints(text, { point: (pair) => pair, corner: (pair) => pair }),
  write: (answer) => writeTuples(rowsOf(answer)),
};

const pair = pythonRegex('x\\d+="(-?\\d+(?:\\.\\d*)?)"\\s+y\\d+="(-?\\d+(?:\\.\\d*)?)"', 'g');

/**
 * RoboRefer's xml2pts for Molmo: numbered attributes `x1="61.5" y1="40.4"` in percent of the sides. Molmo's own form for one
 * point, `<point x="…" y="…">`, has no numbers and is not read.
 * @example refspatialMolmoXml.extract('<points x1="50" y1="50"/>', { width: 640, height: 480 }) // { points: [[320, 240]] }
 */
export const refspatialMolmoXml: Extractor = {
  id: 'refspatial/molmo-xml',
  about: 'RoboRefer: every x1="…" y1="…" in percent of the sides',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    const pixel = (percent: string, side: number) => truncate((parseFloating(percent) / 100) * side);
    return onError('dropped', () =>
      pointArray(
        Array.from(text.matchAll(pair), ([, x = '', y = '']) => ({ x: pixel(x, width), y: pixel(y, height) })),
      ),
    );
  },
  write(answer, context) {
    const points = onGrid(pixelsOf(answer), context, 100).map(([x, y], i) => `x${i + 1}="${x}" y${i + 1}="${y}"`);
    return `<points ${points.join(' ')} alt="it">it</points>`;
  },
};
