import { atan2, cos, sin } from '../../geometry/index.ts';
import type { Stand } from '../../scenes/index.ts';

/** A displacement on the ground relative to a viewing direction: how far ahead and how far to the left. */
export interface Ahead {
  ahead: number;
  left: number;
}

/** The displacement from one stand to another, seen along `yaw`. */
export function seenAlong(yaw: number, from: Stand, to: Stand): Ahead {
  const [dx, dy] = [to.position[0] - from.position[0], to.position[1] - from.position[1]];
  return { ahead: dx * cos(yaw) + dy * sin(yaw), left: dy * cos(yaw) - dx * sin(yaw) };
}

/** More than this many times as far along one axis as along the other: within 20° of it. */
const CLEARLY = 2.75;

/** Which way that is, or undefined when it lies between two. */
export function wayOf({ ahead, left }: Ahead): 'away' | 'toward' | 'left' | 'right' | undefined {
  if (Math.abs(ahead) > CLEARLY * Math.abs(left)) return ahead > 0 ? 'away' : 'toward';
  if (Math.abs(left) > CLEARLY * Math.abs(ahead)) return left > 0 ? 'left' : 'right';
  return undefined;
}

/** Whether that is between two ways, at least a fifth of a right angle from either. */
export function diagonalOf(step: Ahead): Ahead | undefined {
  const [a, b] = [Math.abs(step.ahead), Math.abs(step.left)];
  return Math.max(a, b) < SLOPING * Math.min(a, b) ? step : undefined;
}
/** The tangent of 65°: within 20° of the middle between two ways. */
const SLOPING = 2.144;

/** Distance on the ground. */
export function distance(a: Stand, b: Stand): number {
  const [dx, dy] = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
  return Math.sqrt(dx * dx + dy * dy);
}

/** Distance in space. */
export function farApart(a: Stand, b: Stand): number {
  const dz = a.position[2] - b.position[2];
  const ground = distance(a, b);
  return Math.sqrt(ground * ground + dz * dz);
}

/** The angle at which one thing lies from another, as a yaw. */
export function bearing(from: Stand, to: Stand): number {
  return atan2(to.position[1] - from.position[1], to.position[0] - from.position[0]);
}

/** An angle brought to −π … π. */
export function wrapped(angle: number): number {
  return atan2(sin(angle), cos(angle));
}

export const DEGREES = Math.PI / 180;
