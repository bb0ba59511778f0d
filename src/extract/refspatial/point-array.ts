import type { Extraction, Mark } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { type Num, toFloat } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';

/** A point, or a box as all of its pixels, before NumPy has seen it. */
type PointOrBox = { x: Num; y: Num } | { x0: bigint; y0: bigint; x1: bigint; y1: bigint };

/**
 * NumPy lists every pixel of a box. A list of more than this many does not fit into 256 GiB,
 * so that Python ends in a MemoryError; where exactly depends on the machine.
 */
const maxPixels = 2n ** 30n;
const [minInt64, maxInt64, maxUint64] = [-(2n ** 63n), 2n ** 63n - 1n, 2n ** 64n - 1n];

const isFloat = (value: Num) => typeof value === 'number';

/** `np.where(np.ones((y1 - y0, x1 - x0)))`: all pixels of the half-open box; none when it is empty. */
export function boxShape(corners: [x0: Num, y0: Num, x1: Num, y1: Num]): PointOrBox[] {
  const [x0, y0, x1, y1] = corners;
  if (typeof x0 === 'number' || typeof y0 === 'number' || typeof x1 === 'number' || typeof y1 === 'number') {
    // Subtracting comes first, and an int beside a float has to become one.
    for (const side of [
      [y1, y0],
      [x1, x0],
    ])
      if (side.some(isFloat)) side.map(toFloat);
    throw new PythonException('TypeError', "'float' object cannot be interpreted as an integer");
  }
  const [width, height] = [x1 - x0, y1 - y0];
  if ([width, height].some((side) => side > maxInt64 || side < minInt64))
    throw new PythonException('ValueError', 'Maximum allowed dimension exceeded');
  if (width < 0n || height < 0n) throw new PythonException('ValueError', 'negative dimensions are not allowed');
  // NumPy counts an empty side as one here.
  if ((width || 1n) * (height || 1n) * 8n > maxInt64) throw new PythonException('ValueError', 'array is too big');
  if (width * height > maxPixels)
    throw new PythonException('MemoryError', `Unable to allocate an array with shape (${height}, ${width})`);
  return width * height === 0n ? [] : [{ x0, y0, x1, y1 }];
}

/**
 * `np.array(points)`, which has one type for all. When that is not an integer type, the official scorers use it as an index
 * all the same and end with an uncaught IndexError.
 */
export function pointArray(shapes: readonly PointOrBox[]): Extraction {
  const values = shapes.flatMap((shape): Num[] => Object.values(shape));
  const within = (min: bigint, max: bigint) =>
    values.every((value) => typeof value === 'bigint' && value >= min && value <= max);
  // Unsigned only when every number needs it: with smaller ones beside it, NumPy takes floats.
  const unsigned = within(maxInt64 + 1n, maxUint64) && shapes.every((shape) => 'x' in shape);
  if (!within(minInt64, maxInt64) && !unsigned) {
    const error = 'IndexError: arrays used as indices must be of integer (or boolean) type';
    return { error, effect: 'abort' };
  }
  return { points: shapes.map(toMark) };
}

function toMark(shape: PointOrBox): Mark {
  if ('x' in shape) return [Number(shape.x), Number(shape.y)];
  return { box: [Number(shape.x0), Number(shape.y0), Number(shape.x1), Number(shape.y1)] };
}

const first = pythonRegex('[-+]?\\d+(?:\\.\\d*)?', 'y');
const later = pythonRegex('\\s*[-+]?\\d+(?:\\.\\d*)?', 'y');

/**
 * The numbers of every `(1, 2.5)` in a text, as they are written: what `\(([-+]?\d+\.?\d*(?:,\s*[-+]?\d+\.?\d*)*?)\)` finds,
 * cut at the commas. Written by hand because that pattern takes quadratic time on `(1,1,1,…` that is never closed.
 * @example [...tuples('f(1) = (0.5, -2)')] // [['1'], ['0.5', ' -2']]
 */
export function* tuples(text: string): Iterable<string[]> {
  for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', open + 1)) {
    const pieces = numbersFrom(text, open + 1);
    if (pieces) yield pieces;
  }
}

function numbersFrom(text: string, start: number): string[] | undefined {
  const pieces: string[] = [];
  for (let at = start; ; at++) {
    const number = pieces.length === 0 ? first : later;
    number.lastIndex = at;
    if (!number.test(text)) return undefined;
    pieces.push(text.slice(at, number.lastIndex));
    at = number.lastIndex;
    if (text[at] === ')') return pieces;
    if (text[at] !== ',') return undefined;
  }
}
