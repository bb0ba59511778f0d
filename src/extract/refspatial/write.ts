import { type Answer, type ExtractContext, type Extraction, SextantError } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';

/** Points as two whole numbers, boxes as four. */
export function rowsOf(answer: Answer): number[][] {
  if (!('points' in answer)) throw new SextantError('bad_argument', `"${answer.answer}" is not a point`);
  return answer.points.map((mark) => (Array.isArray(mark) ? mark : mark.box).map(Math.floor));
}

/** Every pixel of an answer, for formats that know no boxes. */
export function pixelsOf(answer: Answer): number[][] {
  return rowsOf(answer).flatMap(([x0 = 0, y0 = 0, x1 = x0 + 1, y1 = y0 + 1]) => {
    const [columns, rows] = [Math.max(0, x1 - x0), Math.max(0, y1 - y0)];
    return Array.from({ length: columns * rows }, (_, i) => [x0 + (i % columns), y0 + Math.floor(i / columns)]);
  });
}

/**
 * Pixels in units of which `grid` make a side. They become the middles of the pixels,
 * so that cutting off decimals (towards zero, as Python does) leads back to them.
 * @example onGrid([[3, 2]], { width: 10, height: 8 }, 1) // [['0.3500', '0.313']]
 */
export function onGrid(rows: number[][], context: ExtractContext, grid: number): string[][] {
  const size = sizeOf(context);
  return rows.map((row) =>
    row.map((pixel, index) => {
      const side = size[index % 2 === 0 ? 0 : 1];
      const middle = pixel < 0 ? pixel - 0.5 : pixel + 0.5;
      return ((middle / side) * grid).toFixed(String(side).length + 2);
    }),
  );
}

/** `[(1, 2), (3, 4, 5, 6)]` */
export function writeTuples(rows: (string | number)[][]): string {
  return `[${rows.map((row) => `(${row.join(', ')})`).join(', ')}]`;
}

/** `[{"point_2d": [0.35, 0.313]}]`, in fractions of the sides. */
export function writePoint2d(answer: Answer, context: ExtractContext): string {
  return `[${onGrid(pixelsOf(answer), context, 1).map((point) => `{"point_2d": [${point.join(', ')}]}`)}]`;
}

/** Width and height of the picture, which all of RefSpatial's points are relative to. */
export function sizeOf({ width, height }: ExtractContext): [width: number, height: number] {
  if (width !== undefined && height !== undefined) return [width, height];
  throw new SextantError('bad_argument', 'points cannot be read without the size of the picture', {
    fix: 'give width and height of the mask',
  });
}

/** What a Python exception in the official parser does to the sample. */
export function onError(effect: 'dropped' | 'abort', parse: () => Extraction): Extraction {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof PythonException)) throw error;
    return { error: `${error.name}: ${error.message}`, effect };
  }
}
