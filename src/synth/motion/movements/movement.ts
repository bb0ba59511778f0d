import type { Item, Place, Stand } from '../../../scenes/index.ts';
import type { Random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';
import { DEGREES } from '../measure.ts';
import { type CameraPose, FRAMES } from '../trajectory.ts';

/** The poses of the camera and of all moving items, frame by frame, and what is asked about. */
export interface Movement {
  target: Item;
  camera: CameraPose[];
  items: Map<number, Stand[]>;
  /** What is asked about is taken away before the clip is filmed. */
  vanishes?: true;
}

/** When that happens which is asked about: reversed, the first half is the second one, and the middle stays. */
export type Span = 'whole' | 'first' | 'second' | 'middle';

/** First and last frame. */
export const moments: Readonly<Record<Span, readonly [number, number]>> = {
  whole: [0, FRAMES - 1],
  first: [0, FRAMES / 2 - 1],
  second: [FRAMES / 2, FRAMES - 1],
  middle: [12, 37],
};

/** Frames of half a clip, and of the two parts that a half has where two things happen in it. */
export const HALF = FRAMES / 2;
export const QUARTERS: readonly [number, number] = [13, 12];

/** Where a movement is to happen, and how freely. */
export interface MovementInput {
  place: Place;
  look: CameraPose;
  dice: Random;
  /** How far from an axis things may go, in radians. */
  slant: number;
  span: Span;
  /** How lucky somebody is who knows only a part of the clip: 0 … 1. */
  luck: number;
  /** The kind of thing that is asked about, where its front counts. */
  who?: string;
}

/** A movement for which the option with this number is true, or why there is none. */
export type MakeMovement = (input: MovementInput, option: number) => Movement | string;

export const NO_ROOM = 'no room to move';
export const NOBODY = 'nothing of the right kind';

/** In the order of the options: left, right, closer, away; as angles against the view. */
export const ways = [90 * DEGREES, -90 * DEGREES, 180 * DEGREES, 0] as const;

export function between(dice: Random, least: number, most: number): number {
  return least + (most - least) * dice.next();
}

export const still = (look: CameraPose): CameraPose[] => Array.from({ length: FRAMES }, () => look);

/** What is asked about and what happens beside it, in the order of the clip. */
export function inOrder<T>(span: Span, asked: readonly T[], other: T): T[] {
  return span === 'first' ? [...asked, other] : span === 'second' ? [other, ...asked] : [...asked];
}

/**
 * What is asked about, and in the other half of the clip anything else of the same sort, which goes farther: so that the first and the
 * last frame do not tell.
 */
export function inSpan<T>(input: MovementInput, asked: T, others: readonly T[]) {
  const other = { what: byLuck(input, others), isAsked: false };
  return inOrder(input.span, [{ what: asked, isAsked: true }], other);
}

/**
 * One of up to four, the same in every attempt: what was drawn anew would be what fits best beside the answer, and the ends of the clip
 * would tell after all. Independent of what else luck decides by quarters.
 */
export function byLuck<T>({ luck }: Pick<MovementInput, 'luck'>, list: readonly T[]): T {
  return at(list, Math.floor(16 * luck) % list.length);
}
