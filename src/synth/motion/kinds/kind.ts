import type { Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { type Ahead, DEGREES, diagonalOf, distance, farApart, seenAlong, wayOf } from '../measure.ts';
import type { MakeMovement, Span } from '../movements/movement.ts';
import type { CameraPose } from '../trajectory.ts';

/** What is asked about: the thing's trajectory, or the camera alone. */
export interface QuestionKind {
  name: string;
  /** Number of the published benchmark's category. */
  category: number;
  /** Moves things so that one of the options becomes true. */
  movement: MakeMovement;
  /** Its front has to be told from its back: it must be larger than others. */
  fronted?: true;
  /** Of which parts of the clip it is asked; what is listed twice, twice as often. */
  spans: readonly Span[];
  /** How many other things move at least and at most; any number unless it says otherwise. */
  others?: readonly [least: number, most: number];
  /**
   * Four answers. Mirroring and reversing a clip turn one of them into another, never into anything else: so every view has the
   * same four to choose from, and each is right equally often.
   */
  options: readonly [string, string, string, string];
  /** Which option is true of the part of the clip that is meant, frame by frame; undefined where people could disagree. */
  read(camera: readonly CameraPose[], target: readonly Stand[]): string | undefined;
}

/** The ends of a half do not tell of it: something else happens in the other. */
export const halves: readonly Span[] = ['first', 'second'];
/** The whole clip too, of which its ends do tell: seldom. */
export const mostlyHalves: readonly Span[] = ['whole', ...halves, ...halves, ...halves];

/** What is right where what is asked about is not to be seen. */
export const UNKNOWN = 'Cannot be determined';
export const STANDING = 'Standing still';
export const SPINNING = 'Turning on the spot';
export const FORWARD = 'Moving forward';
export const BACKWARD = 'Moving backward';

export const ways = {
  left: 'Moving left',
  right: 'Moving right',
  toward: 'Moving closer',
  away: 'Moving away',
} as const;
export type MotionWay = keyof typeof ways;

/** How far something must move, as a share of its distance from the camera, to be said to move; and to stand still. */
export const MOVES = 0.18;
export const STILL = 0.02;
/** The same for turning. */
export const TURNS = 12 * DEGREES;
export const STEADY = 2 * DEGREES;

/** The one in the middle, of an even number the earlier one. */
export function middleOf<T>(list: readonly T[]): T {
  return at(list, Math.floor((list.length - 1) / 2));
}

/** How it moves to another place, as seen by the camera of its first frame; undefined where it hardly does. */
export function stepTo(camera: readonly CameraPose[], target: readonly Stand[], to: Stand): Ahead | undefined {
  const [eye, from] = [at(camera, 0), at(target, 0)];
  return distance(from, to) < MOVES * farApart(eye, from) ? undefined : seenAlong(eye.yaw, from, to);
}

export function wayTo(...args: Parameters<typeof stepTo>): MotionWay | undefined {
  const step = stepTo(...args);
  return step && wayOf(step);
}

/** Both words of a slanting way must be true. */
export function slopeOf(step: Ahead | undefined, words: QuestionKind['options']): string | undefined {
  const slope = step && diagonalOf(step);
  return slope && words[(slope.ahead > 0 ? 0 : 2) + (slope.left > 0 ? 0 : 1)];
}
