import { cos, sin, type Vec3 } from '../geometry/index.ts';
import type { Camera } from '../render/index.ts';
import type { Random } from '../stats/index.ts';
import { at } from '../util/index.ts';
import type { Place, Setting } from './types.ts';

export const PHOTO = { width: 640, height: 480 };

/** A camera at a point that looks at another one, its picture upright. */
export function lookAt(eye: Vec3, target: Vec3, lens: { fovy: number; width: number; height: number }): Camera {
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const left = unit([-forward[1], forward[0], 0]);
  const up: Vec3 = [
    forward[1] * left[2] - forward[2] * left[1],
    forward[2] * left[0] - forward[0] * left[2],
    forward[0] * left[1] - forward[1] * left[0],
  ];
  // Columns are the camera's axes.
  const rotation = Float64Array.from([0, 1, 2].flatMap((k) => [forward, left, up].map((axis) => at(axis, k))));
  return { position: Float64Array.from(eye), rotation, near: 0.05, ...lens };
}

/** How a setting is looked at: distance from its middle, height of the target above the surface, steepness in degrees. */
const views: Readonly<
  Record<Setting, { distance: number; above: number; down: readonly [number, number]; fovy: number }>
> = {
  tabletop: { distance: 1.45, above: 0.02, down: [30, 48], fovy: 46 },
  room: { distance: 5.4, above: 0.45, down: [24, 34], fovy: 50 },
  yard: { distance: 8.6, above: 0.3, down: [22, 34], fovy: 52 },
};

/** From where a place is looked at: `around` in degrees is 0 in front of it (south), and grows to the right (east). */
interface Viewpoint {
  around: number;
  down: number;
  /** Factor on the usual distance. */
  far?: number;
  size?: { width: number; height: number };
}

/** A camera around a place that has all of it in view. */
export function cameraAround(place: Place, { around, down, far = 1, size = PHOTO }: Viewpoint): Camera {
  const { distance, above, fovy } = views[place.setting];
  const [turn, slope] = [(around * Math.PI) / 180, (down * Math.PI) / 180];
  const flat = far * distance * cos(slope);
  const target: Vec3 = [0, 0, place.extent.z + above];
  const eye: Vec3 = [flat * sin(turn), -flat * cos(turn), target[2] + far * distance * sin(slope)];
  return lookAt(eye, target, { fovy, ...size });
}

/** Somewhere in front of a place, up to so many degrees to either side, in whole degrees. */
export function drawViewpoint(dice: Random, setting: Setting, sideways: number): Viewpoint {
  const [least, most] = views[setting].down;
  return { around: dice.int(2 * sideways + 1) - sideways, down: least + dice.int(most - least + 1) };
}

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
