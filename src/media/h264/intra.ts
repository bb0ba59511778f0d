import type { Plane, PlaneBytes } from './picture.ts';

/** Ways to continue what is above and to the left over a square of 16, or of 8 in colour planes. */
const VERTICAL = 0;
const HORIZONTAL = 1;
const MEAN = 2;
const SLOPE = 3;
export const shapes = Uint8Array.of(VERTICAL, HORIZONTAL, MEAN, SLOPE);

/** Whether there is enough around the place for it. */
export function fits(shape: number, x: number, y: number): boolean {
  return (x > 0 || shape === VERTICAL || shape === MEAN) && (y > 0 || shape === HORIZONTAL || shape === MEAN);
}

/** Fills the square at `x`, `y` from what is around it. */
export function continueSquare(plane: Plane, x: number, y: number, size: number, shape: number): void {
  const { pixels, stride } = plane;
  const at = plane.at(x, y);
  if (shape === VERTICAL)
    for (let row = 0; row < size; row += 1) pixels.copyWithin(at + row * stride, at - stride, at - stride + size);
  else if (shape === HORIZONTAL)
    for (let i = at, row = 0; row < size; row += 1, i += stride) pixels.fill(pixels[i - 1] ?? 0, i, i + size);
  else if (shape === SLOPE) slope(pixels, at, stride, size);
  else if (size === 16) fill(pixels, at, stride, 16, mean(pixels, stride, at, at, 16, x > 0, y > 0));
  else meanQuarters(plane, x, y);
}

/** Each quarter of a square of 8 takes the mean of its own edges; those off the diagonal of one edge, if they can choose. */
function meanQuarters(plane: Plane, x: number, y: number): void {
  const { pixels, stride } = plane;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const right = 4 * (quarter & 1);
    const down = 2 * (quarter & 2);
    const useLeft = x > 0 && !(quarter === 1 && y > 0);
    const useTop = y > 0 && !(quarter === 2 && x > 0);
    const value = mean(pixels, stride, plane.at(x, y + down), plane.at(x + right, y), 4, useLeft, useTop);
    fill(pixels, plane.at(x + right, y + down), stride, 4, value);
  }
}

/** Of what is left of `beside`, downwards, and above `below`. */
function mean(
  pixels: PlaneBytes,
  stride: number,
  beside: number,
  below: number,
  size: number,
  useLeft: boolean,
  useTop: boolean,
): number {
  const count = (useLeft ? size : 0) + (useTop ? size : 0);
  if (count === 0) return 128;
  let sum = count / 2;
  for (let k = 0; k < size; k += 1) {
    if (useLeft) sum += pixels[beside - 1 + k * stride] ?? 0;
    if (useTop) sum += pixels[below - stride + k] ?? 0;
  }
  return Math.floor(sum / count);
}

function fill(pixels: PlaneBytes, at: number, stride: number, size: number, value: number): void {
  for (let row = 0, i = at; row < size; row += 1, i += stride) pixels.fill(value, i, i + size);
}

/** A plane through the edges. */
function slope(pixels: PlaneBytes, at: number, stride: number, size: number): void {
  const half = size / 2;
  const [above, left] = [at - stride, at - 1];
  let across = 0;
  let down = 0;
  for (let k = 1; k <= half; k += 1) {
    across += k * ((pixels[above + half - 1 + k] ?? 0) - (pixels[above + half - 1 - k] ?? 0));
    down += k * ((pixels[left + (half - 1 + k) * stride] ?? 0) - (pixels[left + (half - 1 - k) * stride] ?? 0));
  }
  const factor = size === 16 ? 5 : 34;
  const b = (factor * across + 32) >> 6;
  const c = (factor * down + 32) >> 6;
  const far = (pixels[above + size - 1] ?? 0) + (pixels[left + (size - 1) * stride] ?? 0);
  let start = 16 * far + 16 - (half - 1) * (b + c);
  for (let row = 0, i = at; row < size; row += 1, i += stride, start += c)
    for (let k = 0, value = start; k < size; k += 1, value += b) pixels[i + k] = value >> 5;
}

/** The sum of absolute differences of two squares at the same place. */
export function difference(a: PlaneBytes, b: PlaneBytes, at: number, stride: number, size: number): number {
  let sum = 0;
  for (let row = 0, i = at; row < size; row += 1, i += stride)
    for (let k = i; k < i + size; k += 1) sum += Math.abs((a[k] ?? 0) - (b[k] ?? 0));
  return sum;
}
