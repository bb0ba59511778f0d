import { cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { lookAt, PHOTO } from '../camera.ts';
import type { Place, Setting } from '../types.ts';

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
