import { atan2 } from '../../geometry/index.ts';
import { turn } from './directions.ts';

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
