import { cos, sin, type Vec3 } from '../geometry/index.ts';
import type { Camera } from '../render/index.ts';
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

/** How far from its middle a whole setting fits into a picture, and its field of view. */
const views: Readonly<Record<Setting, { distance: number; fovy: number }>> = {
  tabletop: { distance: 1.45, fovy: 46 },
  room: { distance: 6.6, fovy: 50 },
  yard: { distance: 11, fovy: 52 },
};

/** A camera around a place that has all of it in view, also through walls: `around` in degrees is 0 in front of it (south), and grows to the right (east). */
export function cameraAround(place: Place, { around, down }: { around: number; down: number }): Camera {
  const { distance, fovy } = views[place.setting];
  const [turn, slope] = [(around * Math.PI) / 180, (down * Math.PI) / 180];
  const flat = distance * cos(slope);
  const target: Vec3 = [0, 0, place.extent.z];
  const eye: Vec3 = [flat * sin(turn), -flat * cos(turn), target[2] + distance * sin(slope)];
  return lookAt(eye, target, { fovy, ...PHOTO });
}

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
