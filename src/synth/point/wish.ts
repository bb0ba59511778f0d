import { random } from '../../stats/index.ts';
import { deal } from '../deal.ts';
import { PHOTO } from '../scene/index.ts';

export const splits = ['location', 'placement'] as const;
export type Split = (typeof splits)[number];

/** What is wanted of a question: so many steps, and a right answer near a place of the picture. */
export interface Wish {
  split: Split;
  /** The first is wanted most. */
  steps: readonly number[];
  u: number;
  v: number;
}

/** Right answers are spread over the picture: no place is right more often than another. */
const GRID = { columns: 8, rows: 6 };

const EDGE = 28;

/** Free space is rarely found at the edges of a picture: there it is wished for more often, so that it comes as often. */
const cells: Readonly<Record<Split, readonly number[]>> = {
  location: Array.from({ length: GRID.columns * GRID.rows }, (_, cell) => cell),
  placement: Array.from({ length: GRID.columns * GRID.rows }, (_, cell) => {
    const [column, row] = [cell % GRID.columns, Math.floor(cell / GRID.columns)];
    const atSide = column === 0 || column === GRID.columns - 1 ? 1 : 0;
    const times = 1 + atSide + (row === 0 ? 2 : row === 1 || row === GRID.rows - 1 ? 1 : 0);
    return Array.from({ length: times }, () => cell);
  }).flat(),
};

/** How a sample is numbered: every split counts from 0. */
export function numberOf(index: number): { split: Split; number: number } {
  return { split: splits[index % 2] ?? 'location', number: Math.floor(index / 2) };
}

/** Every number of steps and every part of the picture equally often in each split. */
export function wishFor(index: number, most: number, seed: number): Wish {
  const { split, number } = numberOf(index);
  const counts = Array.from({ length: most }, (_, i) => i + 1);
  const first = deal(counts, number, seed, 'steps', split);
  const cell = deal(cells[split], number, seed, 'cell', split);
  const dice = random(seed, 'wish', index);
  return {
    split,
    // The next best is the nearest, and of two the larger.
    steps: counts.toSorted((a, b) => Math.abs(a - first) - Math.abs(b - first) || b - a),
    u: inset(((cell % GRID.columns) + dice.next()) / GRID.columns, PHOTO.width),
    v: inset((Math.floor(cell / GRID.columns) + dice.next()) / GRID.rows, PHOTO.height),
  };
}

/** Not quite at the edge, where most of a thing would be cut off. */
function inset(part: number, side: number): number {
  return EDGE + part * (side - 2 * EDGE);
}
