import { atan2 } from '../../geometry/index.ts';
import type { Random } from '../../stats/index.ts';

/** Four ways to say where something is, a quarter turn apart, clockwise from above. */
export interface Scheme {
  words: readonly [string, string, string, string];
  /** Where the first of them lies, in degrees clockwise from straight ahead, or from north. */
  first: number;
  /** How far from the middle of its word a thing may lie, in degrees, whatever the margin allows. */
  within: number;
}

const quarter = 90;
/** Between the middle of a word and where the next one begins. */
export const sector = quarter / 2;

/** Where something is that a picture does not show: what is straight ahead would be in it. */
export const diagonal: readonly Scheme[] = [
  { words: ['Front right', 'Rear right', 'Rear left', 'Front left'], first: 45, within: sector },
];

/** The same by the clock. Areas are too wide for it: hardly one is hidden at 1 or 11 o'clock, unless it is a window. */
export const byHour: readonly Scheme[] = [...diagonal, clock(1), clock(2)];

/** What a person says of their own surroundings. */
export const own: readonly Scheme[] = [
  ...diagonal,
  { words: ['In front', 'On the right', 'Behind', 'On the left'], first: 0, within: sector },
];

/** What a map says. */
export const compass: readonly Scheme[] = [
  { words: ['North', 'East', 'South', 'West'], first: 0, within: sector },
  { words: ['Northeast', 'Southeast', 'Southwest', 'Northwest'], first: 45, within: sector },
];

/** Hours of a clock face that lies flat, 12 straight ahead: a quarter turn is three hours. */
function clock(hour: number): Scheme {
  return {
    words: [`${hour} o'clock`, `${hour + 3} o'clock`, `${hour + 6} o'clock`, `${hour + 9} o'clock`],
    first: 30 * hour,
    within: 12,
  };
}

/** What is right where no figure shows what is asked about. */
export const UNKNOWN = 'Cannot be determined';

/** The options of a question about a direction: all four words, or three of them and the admission that nobody can tell. */
export function offered({ words }: Scheme, style: Random, isOpen: boolean): readonly string[] {
  return isOpen ? [...style.shuffle(words).slice(0, 3), UNKNOWN] : words;
}

/** The names a question may give to straight ahead, in quarter turns from north. */
export const points = ['north', 'east', 'south', 'west'] as const;
export type CompassPoint = (typeof points)[number];

/** The middle of a word, in degrees clockwise from straight ahead. `ahead` is what straight ahead is called, in quarter turns. */
export function middleOf(scheme: Scheme, word: number, ahead = 0): number {
  return turn(scheme.first + quarter * (word - ahead));
}

/** The same angle, 0 … 360. */
export function turn(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** How far two angles are apart, 0 … 180. */
export function between(a: number, b: number): number {
  const apart = turn(a - b);
  return Math.min(apart, 360 - apart);
}

/** A point or a direction on the floor, seen from above: x and y of the world. */
export type Flat = readonly [x: number, y: number];

export function minus(a: Flat, b: Flat): Flat {
  return [a[0] - b[0], a[1] - b[1]];
}

export function length([x, y]: Flat): number {
  return Math.sqrt(x * x + y * y);
}

export function apart(a: Flat, b: Flat): number {
  return length(minus(a, b));
}

/** From one direction to another, in degrees clockwise from above, 0 … 360. */
export function clockwise(from: Flat, to: Flat): number {
  return turn(((atan2(from[1], from[0]) - atan2(to[1], to[0])) * 180) / Math.PI);
}
