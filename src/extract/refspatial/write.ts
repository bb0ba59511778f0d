import { type Answer, type Mark, SextantError } from '../../contracts/index.ts';

/** The points and boxes of an answer. */
export function marksOf(answer: Answer): Mark[] {
  if ('points' in answer) return answer.points;
  throw new SextantError('bad_argument', `"${answer.answer}" is no point`);
}

/** Every pixel of an answer, for formats that know no boxes. */
export function pixelsOf(answer: Answer): [x: number, y: number][] {
  return marksOf(answer).flatMap((mark) => {
    if (Array.isArray(mark)) return [[mark[0], mark[1]]];
    const [x0, y0, x1, y1] = mark.box;
    const rows = Array.from({ length: Math.max(0, y1 - y0) }, (_, row) => y0 + row);
    const columns = Array.from({ length: Math.max(0, x1 - x0) }, (_, column) => x0 + column);
    return rows.flatMap((y) => columns.map((x): [number, number] => [x, y]));
  });
}

/**
 * A pixel in units of which `grid` make the whole side. It is the middle of the pixel,
 * so that cutting off decimals (towards zero, as Python does) leads back to it.
 * @example onGrid(3, 10, 1) // '0.3500'
 */
export function onGrid(pixel: number, side: number, grid: number): string {
  const whole = Math.floor(pixel);
  const middle = whole < 0 ? whole - 0.5 : whole + 0.5;
  return ((middle / side) * grid).toFixed(String(side).length + 2);
}
