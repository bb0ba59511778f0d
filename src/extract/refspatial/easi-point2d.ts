import type { ExtractContext, Extractor, Mark } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { loadJson } from '../python/json.ts';
import { literalEval } from '../python/literal.ts';
import { parseFloating, rint, truncate } from '../python/number.ts';
import { strip } from '../python/text.ts';
import { Dict, float, isTruthy, type PythonValue, Tuple } from '../python/value.ts';
import { boxShape, tuples } from './point-array.ts';
import { rowsOf, sizeOf, writeTuples } from './write.ts';

/**
 * EASI's Point2DParser with output="pixel": JSON or a Python literal with `point_2d` or `point`, else every `(x, y)` and
 * `(x0, y0, x1, y1)`. Numbers up to 1.5 are fractions; above, they are thousandths in JSON and pixels in tuples.
 *
 * Points are clipped to the picture, as the parser does. NaN becomes -2^63, as NumPy does on x86, which is outside.
 * The scorer's job: a box may stick out, and each of its pixels outside counts at the nearest pixel of the border.
 * An exception scores 0, so it reads as no points.
 * @example refspatialEasiPoint2d.extract('[{"point_2d": [500, 500]}]', { width: 640, height: 480 }) // { points: [[320, 240]] }
 */
export const refspatialEasiPoint2d: Extractor = {
  id: 'refspatial/easi-point2d',
  about:
    'EASI Point2DParser: JSON, Python literal or tuples, in fractions, thousandths or pixels; clipped to the picture',
  extract(text, context) {
    return { points: attempt(() => parse(text, context)) ?? [] };
  },
  write(answer, context) {
    const [width, height] = sizeOf(context);
    // The parser rounds, so these are corners of pixels, not their middles. Boxes need tuples, and tuples are no JSON.
    const fraction = (value: number, index: number) => (value / (index % 2 === 0 ? width : height)).toFixed(9);
    return writeTuples(rowsOf(answer).map((row) => row.map(fraction)));
  },
};

/** Whether the parser gets to its end, points or not: what EASI calls `is_parsable`. */
export function isPoint2dParsable(text: string, context: ExtractContext): boolean {
  return attempt(() => parse(text, context)) !== null;
}

/** What the parser finds: a point in fractions of the sides, or a box of pixels. */
type Found = { fractions: [x: number, y: number] } | { box: [x0: number, y0: number, x1: number, y1: number] };

/**
 * The first point with output="norm", in fractions of the sides and not clipped; of a box its first pixel. Null where there is none or
 * the parser ends with an exception.
 * @example firstPoint2d('[{"point_2d": [500, 250]}]', { width: 640, height: 480 }) // [0.5, 0.25]
 */
export function firstPoint2d(text: string, context: ExtractContext): [x: number, y: number] | null {
  const [width, height] = sizeOf(context);
  const [first] = attempt(() => find(text, width, height)) ?? [];
  if (first === undefined) return null;
  return 'fractions' in first ? first.fractions : [first.box[0] / width, first.box[1] / height];
}

function parse(text: string, context: ExtractContext): Mark[] {
  const [width, height] = sizeOf(context);
  return find(text, width, height).map(
    (found): Mark => ('box' in found ? found : [clip(found.fractions[0], width), clip(found.fractions[1], height)]),
  );
}

function find(text: string, width: number, height: number): Found[] {
  return jsonPoints(text, width, height) ?? textPoints(text, width, height);
}

/** Null when there are none, so that the tuples are tried. */
function jsonPoints(text: string, width: number, height: number): Found[] | null {
  const data = parseData(strip(withoutFence(strip(text))));
  const items = data instanceof Dict ? [data] : data;
  if (!Array.isArray(items)) return null;
  const points = items.flatMap((item): Found[] => {
    const pair = item instanceof Dict ? pairOf(item) : null;
    if (pair === null) return [];
    const [x, y] = pair;
    // max(|x|, |y|) <= limit: when one is NaN, Python's max is the first.
    const upTo = (limit: number) => Math.abs(x) <= limit && !(Math.abs(y) > limit);
    const [sx, sy] = upTo(1.5) ? [1, 1] : upTo(1000) ? [1000, 1000] : [width, height];
    return [{ fractions: [x / sx, y / sy] }];
  });
  return points.length > 0 ? points : null;
}

function withoutFence(text: string): string {
  if (!text.startsWith('```')) return text;
  const line = text.indexOf('\n');
  const inner = strip(line === -1 ? text.replace(/^`+/, '') : text.slice(line + 1));
  return inner.endsWith('```') ? inner.slice(0, -3) : inner;
}

function parseData(text: string): PythonValue {
  const json = attempt(() => loadJson(text));
  return json === null ? attempt(() => literalEval(text)) : json;
}

function pairOf(item: Dict): [number, number] | null {
  const first = item.get('point_2d') ?? null;
  const point = isTruthy(first) ? first : (item.get('point') ?? null);
  const values = point instanceof Tuple ? point.items : point;
  if (!Array.isArray(values)) return null;
  const [x, y, ...more] = values;
  if (x === undefined || y === undefined || more.length > 0) return null;
  return attempt(() => [float(x), float(y)]);
}

function textPoints(text: string, width: number, height: number): Found[] {
  return [...tuples(text)].flatMap((pieces): Found[] => {
    const values = pieces.map(parseFloating);
    const isFraction = values.every((value) => Math.abs(value) <= 1.5);
    const [a = 0, b = 0, c = 0, d = 0] = values;
    if (values.length === 2) {
      const [sx, sy] = isFraction ? [1, 1] : [width, height];
      return [{ fractions: [a / sx, b / sy] }];
    }
    if (values.length !== 4) return [];
    const [sx, sy] = isFraction ? [width, height] : [1, 1];
    const [x0, x1] = sorted(a * sx, c * sx);
    const [y0, y1] = sorted(b * sy, d * sy);
    // An empty box is skipped here before NumPy could find a side too long.
    if (x0 === x1 || y0 === y1) return [];
    return boxShape([x0, y0, x1, y1]).map(() => ({ box: [Number(x0), Number(y0), Number(x1), Number(y1)] }));
  });
}

/** Both ends of a side, rounded to pixels, ties to even. */
function sorted(a: number, b: number): [bigint, bigint] {
  const [start, end] = b < a ? [b, a] : [a, b];
  return [truncate(rint(start)), truncate(rint(end))];
}

function clip(fraction: number, side: number): number {
  const value = rint(Math.max(0, Math.min(fraction * side, side - 1)));
  return Number.isNaN(value) ? -(2 ** 63) : value;
}

/** The value, or null after a Python exception. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PythonException) return null;
    throw error;
  }
}
