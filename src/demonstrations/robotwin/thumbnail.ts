import type { Pixels } from '../demonstration.ts';

/** Cells across and down. */
const CELLS = { across: 16, down: 12 };

/** How green a picture is, cell by cell, from 0 to 255: red and blue may be swapped in a file, green never is. */
export function thumbnail({ rgb, width, height }: Pixels): Float64Array {
  const { across, down } = CELLS;
  const sums = new Float64Array(across * down);
  const counts = new Float64Array(across * down);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * down) / height) * across;
    for (let x = 0; x < width; x += 1) {
      const cell = row + Math.floor((x * across) / width);
      sums[cell] = (sums[cell] ?? 0) + (rgb[3 * (y * width + x) + 1] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return sums.map((sum, cell) => sum / (counts[cell] ?? 1));
}

/** The difference in the cell where it is largest. */
export function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, cell) => Math.max(most, Math.abs(value - (b[cell] ?? 0))), 0);
}

/** The difference in all cells together. */
export function difference(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, cell) => sum + Math.abs(value - (b[cell] ?? 0)), 0);
}
