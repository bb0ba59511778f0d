import { deal } from '../deal.ts';

export const splits = ['location', 'placement'] as const;
export type Split = (typeof splits)[number];

/** What is wanted of a question. */
export interface Wish {
  split: Split;
  /** As many steps, if such a question can be asked. */
  steps: number;
  most: number;
}

/** How a sample is numbered: every split counts from 0. */
export function numberOf(index: number): { split: Split; number: number } {
  return { split: splits[index % 2] ?? 'location', number: Math.floor(index / 2) };
}

/** Every number of steps equally often in each split. */
export function wishFor(index: number, most: number, seed: number): Wish {
  const { split, number } = numberOf(index);
  const counts = Array.from({ length: most }, (_, i) => i + 1);
  return { split, steps: deal(counts, number, seed, 'steps', split), most };
}
