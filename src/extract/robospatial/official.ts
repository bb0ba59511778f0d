import type { Extractor } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { literalEval } from '../python/literal.ts';
import { parseFloating } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';
import { float, type PythonValue, Tuple } from '../python/value.ts';
import { firstPoint2d } from '../refspatial/easi-point2d.ts';
import { asPixels, asPixelsAndFractions, firstWord, yesNoOrPoint } from './yes-no-or-point.ts';

type Placing = typeof asPixels;

/**
 * RoboSpatial-Home's own reader: the first `(x, y)`, else the first `[x, y]`, else the first list that Python can read. Only the
 * last of these knows a minus sign. Of a yes or a no the reply must begin with it.
 */
const official = (id: string, about: string, place: Placing): Extractor =>
  yesNoOrPoint({
    id,
    about: `RoboSpatial-Home: a reply that begins with yes or no; the first point of a list of tuples, in fractions${about}`,
    word: firstWord,
    points(text, context) {
      const found = firstPair(text);
      return found ? place(found, context) : { points: [] };
    },
    writePoint: (x, y) => `[(${x}, ${y})]`,
  });

/** VLMEvalKit on RoboSpatial-Home: the first point that Point2DParser finds, in fractions of the sides and not clipped. */
const vlmevalkit = (id: string, about: string, place: Placing): Extractor =>
  yesNoOrPoint({
    id,
    about: `VLMEvalKit: a reply that begins with yes or no; the first point of Point2DParser${about}`,
    word: firstWord,
    points(text, context) {
      const found = firstPoint2d(strip(text), context);
      return found ? place(found, context) : { points: [] };
    },
    writePoint: (x, y) => `[{"point_2d": [${x}, ${y}]}]`,
  });

/** @example robospatialOfficial.extract('[(0.5, 0.25)]', { width: 640, height: 480 }) // { points: [[320, 120]] } */
export const robospatialOfficial = official('robospatial/official', '', asPixels);
/** @example robospatialVlmevalkit.extract('[{"point_2d": [500, 250]}]', { width: 640, height: 480 }) // { points: [[320, 120]] } */
export const robospatialVlmevalkit = vlmevalkit('robospatial/vlmevalkit', '', asPixels);

const whole = ', to the last digit';
/** @example robospatialOfficial2.extract('[(0.5, 0.25)]', { width: 640, height: 480 }) // { points: [[320, 120]], fractions: [[0.5, 0.25]] } */
export const robospatialOfficial2 = official('robospatial/official@v2', whole, asPixelsAndFractions);
export const robospatialVlmevalkit2 = vlmevalkit('robospatial/vlmevalkit@v2', whole, asPixelsAndFractions);

const number = '(\\d+(?:\\.\\d*)?)';
const tuple = pythonRegex(`\\(\\s*${number}\\s*,\\s*${number}\\s*\\)`);
const list = pythonRegex(`\\[\\s*${number}\\s*,\\s*${number}\\s*\\]`);
const tightComma = pythonRegex(',([^\\s])', 'g');

function firstPair(text: string): [number, number] | null {
  const [, x, y] = tuple.exec(text) ?? list.exec(text) ?? [];
  if (x !== undefined && y !== undefined) return [parseFloating(x), parseFloating(y)];
  const open = text.indexOf('[');
  const close = text.indexOf(']', open + 1);
  if (open === -1 || close === -1) return null;
  const content = strip(text.slice(open + 1, close).replace(tightComma, ', $1'));
  try {
    return pairIn(literalEval(`[${content.endsWith(',') ? content.slice(0, -1) : content}]`));
  } catch (error) {
    if (error instanceof PythonException) return null;
    throw error;
  }
}

/** `[x, y]`, or the first of a list of tuples. Lists inside the list cannot be: the text ends at the first bracket. */
function pairIn(value: PythonValue): [number, number] | null {
  if (!Array.isArray(value)) return null;
  const [first] = value;
  const pair = value.length === 2 && value.every(isNumber) ? value : first instanceof Tuple ? first.items : [];
  const [x, y, ...more] = pair;
  return x === undefined || y === undefined || more.length > 0 ? null : [float(x), float(y)];
}

/** `isinstance(value, (int, float))`. */
function isNumber(value: PythonValue): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}
