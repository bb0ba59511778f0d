import { at } from '../../util/index.ts';
import { deal } from '../drawing.ts';

export const splits = ['location', 'placement'] as const;
export type PointSplit = (typeof splits)[number];

/** What is wanted of a question. */
export interface Wish {
  split: PointSplit;
  steps: number;
  most: number;
  /** By how many steps it may differ, where nothing can be asked with exactly as many. */
  slack: number;
}

/** How a sample is numbered: every split counts from 0. */
export function numberOf(index: number): { split: PointSplit; number: number } {
  return { split: at(splits, index % 2), number: Math.floor(index / 2) };
}

/** Pictures that are tried for each step that a question may differ. */
const PATIENCE = 12;

/** Every number of steps equally often in each split; `attempt` counts the pictures that did not do. */
export function wishFor(index: number, most: number, seed: number, attempt: number): Wish {
  const { split, number } = numberOf(index);
  const counts = Array.from({ length: most }, (_, i) => i + 1);
  return { split, steps: deal(counts, number, seed, 'steps', split), most, slack: Math.floor(attempt / PATIENCE) };
}
