import { cos, sin, type Vec3 } from '../geometry/index.ts';
import type { Random } from '../stats/index.ts';
import type { Item, Place, Setting } from './types.ts';

export const eyeLevels = ['eye', 'above'] as const;
/** How pictures are taken: at the height of people's eyes, or from high up, looking steeply down. */
export type EyeLevel = (typeof eyeLevels)[number];

interface Range {
  /** Above the main surface, in metres. */
  height: readonly [least: number, most: number];
  /** How far down one looks, in degrees. */
  down: readonly [least: number, most: number];
}

/** Where cameras may be in a setting: how near to things, and how far within its edge (beyond it if negative), in metres. */
interface Eyes extends Record<EyeLevel, Range> {
  gap: number;
  edge: number;
  /** Vertical field of view in degrees. */
  fovy: number;
}

/** Sitting or standing; at a table, sitting. From above, one is still below the ceiling. */
export const eyes: Readonly<Record<Setting, Eyes>> = {
  room: {
    eye: { height: [1.1, 1.8], down: [4, 30] },
    above: { height: [2.2, 2.4], down: [28, 54] },
    gap: 0.35,
    edge: 0.3,
    fovy: 60,
  },
  yard: {
    eye: { height: [1.2, 2.1], down: [2, 22] },
    above: { height: [3.5, 6], down: [28, 54] },
    gap: 0.6,
    edge: -1.5,
    fovy: 55,
  },
  tabletop: {
    eye: { height: [0.24, 0.55], down: [14, 40] },
    above: { height: [0.7, 1.1], down: [35, 60] },
    gap: 0.06,
    edge: -0.5,
    fovy: 50,
  },
};

/** Half of what lies nearer to the middle than this, as a part of the place, is behind one who stands there. */
const RING = 0.6;

/** Somewhere at the side of a place, clear of things, with most of the place in front of it; undefined where something stands. */
export function drawEye(dice: Random, place: Place, level: EyeLevel = 'eye'): Vec3 | undefined {
  const { edge, [level]: range } = eyes[place.setting];
  const [halfX, halfY] = [place.extent.half[0] - edge, place.extent.half[1] - edge];
  const [across, along] = [2 * dice.next() - 1, 2 * dice.next() - 1];
  const height = range.height[0] + dice.next() * (range.height[1] - range.height[0]);
  if (Math.max(Math.abs(across), Math.abs(along)) < RING) return undefined;
  const [x, y] = [across * halfX, along * halfY];
  return isOpen(place, [x, y]) ? [x, y, place.extent.z + height] : undefined;
}

/** Whether a camera can be there: within the place, and clear of its things. */
export function isOpen(place: Place, [x, y]: readonly [x: number, y: number]): boolean {
  const { gap, edge } = eyes[place.setting];
  const [halfX, halfY] = place.extent.half;
  if (Math.abs(x) > halfX - edge || Math.abs(y) > halfY - edge) return false;
  return place.items.every((item) => isFartherThan(gap, item, [x, y]));
}

/** Whether a point on the floor is farther than so much from an item's box: nearly always its distance from the middle tells. */
export function isFartherThan(
  distance: number,
  item: Pick<Item, 'position' | 'yaw' | 'half'>,
  [x, y]: readonly [x: number, y: number],
): boolean {
  const { position, half } = item;
  const [dx, dy] = [x - position[0], y - position[1]];
  // A hair more, because what is worked out may be a little off.
  const reach = 1.001 * (distance + half[0] + half[1]);
  return dx * dx + dy * dy > reach * reach || distanceTo(item, [x, y]) > distance;
}

/** From a point on the floor to an item's box. */
export function distanceTo(
  { position, yaw, half }: Pick<Item, 'position' | 'yaw' | 'half'>,
  [x, y]: readonly [x: number, y: number],
): number {
  const [dx, dy] = [x - position[0], y - position[1]];
  const [c, s] = [cos(yaw), sin(yaw)];
  const along = Math.max(0, Math.abs(c * dx + s * dy) - half[0]);
  const across = Math.max(0, Math.abs(c * dy - s * dx) - half[1]);
  return Math.sqrt(along * along + across * across);
}
