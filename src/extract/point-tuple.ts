import type { Answer, ExtractContext, Extractor, Mark } from '../contracts/index.ts';
import { said } from './choice-letter.ts';

/**
 * Reads every `(x, y)` in a text, as pixels of the picture. What comes before the last `</think>` is not looked at.
 * - two whole numbers are pixels: `(163, 60)`
 * - with a decimal point, and both from 0 to 1, they are fractions of width and height: `(0.51, 0.25)`;
 *   they are not read when the size of the picture is not known
 * - all other numbers with a decimal point are pixels too: `(163.5, 60.0)`
 *
 * A point is the pixel that it falls into. Points outside the picture are kept: they are misses, not unreadable.
 * @example pointTuple.extract('[(0.51, 0.25)]', { width: 320, height: 240 }) // { points: [[163, 60]] }
 */
export const pointTuple: Extractor = {
  id: 'point/tuple',
  about: 'every (x, y): whole numbers are pixels, decimals from 0 to 1 are fractions of the sides',
  extract: (text, context) => ({ points: [...said(text).matchAll(tuple)].flatMap((match) => toPixel(match, context)) }),
  write: (answer, context) => `[${writeTuples(answer, context)}]`,
};

// Repetitions are bounded: time stays linear on any text.
const number = String.raw`[ \t]{0,8}([+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20}))[ \t]{0,8}`;

/** One tuple, its two numbers as groups. */
const tuple = new RegExp(String.raw`\(${number},${number}\)`, 'g');

/** The pixel that a tuple means; none when it needs a size that is not known. */
function toPixel([, x = '', y = '']: RegExpExecArray, { width, height }: ExtractContext): Mark[] {
  const values = [Number(x), Number(y)];
  const fractions = `${x}${y}`.includes('.') && values.every((value) => value >= 0 && value <= 1);
  if (fractions && (width === undefined || height === undefined)) return [];
  const [sx = 1, sy = 1] = fractions ? [width, height] : [];
  return [[Math.floor(Number(x) * sx), Math.floor(Number(y) * sy)]];
}

/** Points as fractions at pixel centres, with as many decimals as the picture needs; a box becomes its centre. */
function writeTuples(answer: Answer, { width, height }: ExtractContext): string {
  const marks = 'points' in answer ? answer.points : [];
  return marks
    .map((mark) => {
      const [x, y] = Array.isArray(mark) ? mark : centre(mark.box);
      if (width === undefined || height === undefined) return `(${Math.floor(x)}, ${Math.floor(y)})`;
      return `(${fraction(x, width)}, ${fraction(y, height)})`;
    })
    .join(', ');
}

function centre([x0, y0, x1, y1]: [number, number, number, number]): [number, number] {
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

function fraction(pixel: number, side: number): string {
  const decimals = Math.max(3, String(side).length + 1);
  return ((Math.floor(pixel) + 0.5) / side).toFixed(decimals);
}

const whole = new RegExp(`^${tuple.source}$`);

/**
 * One `(x, y)` and nothing else around it but white space; the numbers mean what they mean to `point/tuple`.
 * @example pointExact.extract('It is at (12, 30).', {}) // { points: [] }
 */
export const pointExact: Extractor = {
  id: 'point/exact',
  about: 'one (x, y) and nothing else',
  extract(text, context) {
    const match = whole.exec(text.trim());
    return { points: match ? toPixel(match, context) : [] };
  },
  write: writeTuples,
};
