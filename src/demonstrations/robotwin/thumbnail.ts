import { at } from '../../util/index.ts';
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
  return a.reduce((most, value, cell) => Math.max(most, Math.abs(value - at(b, cell))), 0);
}

/** How alike two pictures are, from -1 to 1, whatever the light: the correlation of their cells. */
export function likeness(a: Float64Array, b: Float64Array): number {
  const [x, y] = [centred(a), centred(b)];
  const dot = (p: Float64Array, q: Float64Array) => p.reduce((sum, value, cell) => sum + value * at(q, cell), 0);
  const size = Math.sqrt(dot(x, x) * dot(y, y));
  return size === 0 ? 0 : dot(x, y) / size;
}

function centred(cells: Float64Array): Float64Array {
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length;
  return cells.map((value) => value - mean);
}
