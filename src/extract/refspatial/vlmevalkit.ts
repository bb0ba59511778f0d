import type { Extractor } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { loadJson } from '../python/json.ts';
import { type Num, parseFloating, toFloat, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { finder, lengthOf, strip } from '../python/text.ts';
import { Dict, float, type PythonValue, typeName } from '../python/value.ts';
import { firstFence } from './gemini-json.ts';
import { onError, sizeOf, writePoint2d } from './write.ts';

type CoordinatePair = [x: number, y: number];

/**
 * VLMEvalKit's RefSpatialDataset: JSON, then `<points x1="…" y1="…"/>`, then `(x, y)`. Its parser returns fractions of the
 * sides; its scorer multiplies them, cuts off decimals and clips to the picture, and so does this extractor.
 * The scorer's job: one hit is enough. Exceptions end the evaluation.
 *
 * The official scorer raises when it comes to a point that is NaN or infinite, so after an earlier hit it does not.
 * Here a first point like that is an error, a later one ends the list.
 * @example refspatialVlmevalkit.extract('[{"point_2d": [500, 250]}]', { width: 640, height: 480 }) // { points: [[320, 120]] }
 */
export const refspatialVlmevalkit: Extractor = {
  id: 'refspatial/vlmevalkit',
  about:
    'VLMEvalKit RefSpatialDataset: JSON in thousandths, XML in percent or (x, y) in fractions; clipped to the picture',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    return onError('abort', () => {
      const pairs = parseFractions(text).map(([x, y]): CoordinatePair => [x * width, y * height]);
      const odd = pairs.findIndex((pair) => !pair.every(Number.isFinite));
      if (odd === 0) pairs[0]?.map(truncate);
      const pixel = (value: number, side: number) => Math.max(0, Math.min(Math.trunc(value), side - 1));
      const points = odd === -1 ? pairs : pairs.slice(0, odd);
      return { points: points.map(([x, y]) => [pixel(x, width), pixel(y, height)]) };
    });
  },
  write: writePoint2d,
};

/** The points as VLMEvalKit's parser returns them, in fractions of the sides; none where it finds none. */
export function parseFractions(text: string): CoordinatePair[] {
  if (strip(text) === '') return [];
  const points: CoordinatePair[] = [];
  try {
    for (const pair of jsonPairs(strip(text))) points.push(pair);
    if (points.length > 0) return points;
  } catch (error) {
    // The points before the mistake stay, and the next formats add to them.
    if (!(error instanceof PythonException && /^(JSONDecode|Value)Error$/.test(error.name))) throw error;
  }
  const attributes = pointsTag(text);
  if (attributes !== undefined) {
    for (const [, x = '', y = ''] of attributes.matchAll(attributePair)) points.push(scale([read(x), read(y)], 100));
    if (points.length > 0) return points;
  }
  for (const [, x = '', y = ''] of text.matchAll(parenthesisPair)) points.push([read(x), read(y)]);
  return points;
}

const read = parseFloating;
const attributePair = pythonRegex('x\\d+="([\\d.]+)"\\s+y\\d+="([\\d.]+)"', 'g');
const pointsStart = pythonRegex('<points\\s+', 'g');
const parenthesisPair = pythonRegex('\\(\\s*([\\d.]+)\\s*,\\s*([\\d.]+)\\s*\\)', 'g');

/** Above 1, both are units of which `grid` make a side. */
function scale([x, y]: [Num, Num], grid: number): CoordinatePair {
  return x > 1 || y > 1 ? [toFloat(x) / grid, toFloat(y) / grid] : [toFloat(x), toFloat(y)];
}

/** `<points\s+(.*?)/>`, where the dot stops at the end of the line. */
function pointsTag(text: string): string | undefined {
  const [nextEnd, nextLine] = [finder(text, '/>'), finder(text, '\n')];
  for (const tag of text.matchAll(pointsStart)) {
    const start = tag.index + tag[0].length;
    const [end, line] = [nextEnd(start), nextLine(start)];
    if (end !== -1 && (line === -1 || line > end)) return text.slice(start, end);
  }
  return undefined;
}

function* jsonPairs(text: string): Iterable<CoordinatePair> {
  const data = loadJson(strip(firstFence(text, /(?:json)?\n/y) ?? text));
  for (const item of Array.isArray(data) ? data : [data]) {
    if (item instanceof Dict) yield* dictPair(item);
    // A pair counts only inside the outer list.
    else if (Array.isArray(item) && item !== data && item.length === 2) yield pairOf(item);
  }
}

function* dictPair(item: Dict): Iterable<CoordinatePair> {
  const [point2d, point] = [item.get('point_2d'), item.get('point')];
  if (point2d !== undefined) {
    if (lengthOfValue(point2d) === 2) yield pairOf(point2d);
  } else if (point !== undefined && lengthOfValue(point) === 2) {
    // Unpacking a dict gives its keys and a str its characters, neither of which are numbers.
    const [y, x] = Array.isArray(point)
      ? point.map((value) => (typeof value === 'boolean' ? BigInt(value) : value))
      : [];
    if (isNumber(x) && isNumber(y)) yield scale([x, y], 1000);
  }
}

function pairOf(pair: PythonValue): CoordinatePair {
  if (pair instanceof Dict) throw new PythonException('KeyError', '0');
  const [x = null, y = null] = typeof pair === 'string' ? [...pair] : Array.isArray(pair) ? pair : [];
  return scale([float(x), float(y)], 1000);
}

const isNumber = (value: PythonValue | undefined): value is Num =>
  typeof value === 'number' || typeof value === 'bigint';

/** `len(value)`. */
function lengthOfValue(value: PythonValue): number {
  if (typeof value === 'string') return lengthOf(value);
  if (Array.isArray(value)) return value.length;
  if (value instanceof Dict) return value.entries.size;
  throw new PythonException('TypeError', `object of type '${typeName(value)}' has no len()`);
}
