import { PHOTO } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { deal } from '../drawing.ts';

export const splits = ['location', 'placement'] as const;
export type PointSplit = (typeof splits)[number];

/**
 * What is wanted of a question, drawn before there is a picture: also where in it the answer is, and how large. So what a question
 * says has nothing to do with where its answer is.
 */
export interface Wish {
  split: PointSplit;
  steps: number;
  at: readonly [u: number, v: number];
  /** Pixels, roughly. */
  area: number;
  /** How far from there it may be, in pixels, and by which factor its size may differ. */
  near: number;
  alike: number;
  /** Boxes in the picture must not lead to the answer. */
  beyondBoxes: boolean;
}

/** How often a number of steps is wanted: all equally often, or as in RefSpatial-Expand-Bench. */
export type StepMix = Readonly<Record<PointSplit, readonly number[]>>;

const published = { location: [54, 129, 58], placement: [3, 86, 75, 29, 7] };

/** @example stepMix('4') // one to four steps, equally often */
export function stepMix(steps: number | 'refspatial'): StepMix {
  if (steps !== 'refspatial') {
    const equal = Array.from({ length: steps }, (_, i) => i + 1);
    return { location: equal, placement: equal };
  }
  const repeated = (counts: readonly number[]) =>
    counts.flatMap((times, i) => Array.from({ length: times }, () => i + 1));
  return { location: repeated(published.location), placement: repeated(published.placement) };
}

/** How a sample is numbered: every split counts from 0. */
export function numberOf(index: number): { split: PointSplit; number: number } {
  return { split: at(splits, index % 2), number: Math.floor(index / 2) };
}

/** Pixels of things and of free space, least and most. */
const areas: Readonly<Record<PointSplit, readonly [least: number, most: number]>> = {
  location: [600, 3000],
  placement: [1500, 9000],
};

/** How far from where it is wished an answer may be, in pixels, and by which factor its size may differ. */
const NEAR = 64;
const ALIKE = 2;
/** After so many places, both grow with every further one. */
const PATIENCE = 40;

/** The wish for a question; `attempt` counts the places that did not fulfil it. */
export function wishFor(
  index: number,
  { mix, beyond, seed, attempt }: { mix: StepMix; beyond: number; seed: number; attempt: number },
): Wish {
  const { split, number } = numberOf(index);
  const steps = deal(mix[split], number, seed, 'steps', split);
  const dice = random(seed, 'wish', index);
  const [least, most] = areas[split];
  const slack = 1 + 0.1 * Math.max(0, attempt - PATIENCE);
  return {
    split,
    steps,
    at: [dice.next() * PHOTO.width, dice.next() * PHOTO.height],
    area: least * (most / least) ** dice.next(),
    near: NEAR * slack,
    alike: ALIKE * slack,
    beyondBoxes: steps > 1 && dice.next() < beyond,
  };
}
