import { atan2, cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { type EyeLevel, eyes, isOpen, lookAt, PHOTO, type Place } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { Lens } from './lens.ts';
import { projected, type Shape } from './situation.ts';
import type { Wish } from './wish.ts';

/** How much of the picture must show where things stand: the rest is walls and sky. */
const LEAST_GROUND = 0.25;
/** Of the things that may be spoken of, so many must be in view. */
const LEAST_THINGS = 0.6;
/** Answers are wanted anywhere in a picture: one also looks down at what is near, or up, farther than for a view of the place. */
const FARTHER = 25;

/**
 * A camera that has a thing at a certain place of its picture, whole, and about as large as wanted; undefined where nobody would
 * stand or look so, or would look past most of the others.
 */
export function aim(
  place: Place,
  thing: Shape,
  { at: [u, v], area, alike, slack, level }: Pick<Wish, 'at' | 'area' | 'alike' | 'slack'> & { level: EyeLevel },
  others: readonly Shape[],
  dice: Random,
): Camera | undefined {
  const { fovy, [level]: range } = eyes[place.setting];
  const middle = middleOf(thing);
  const eye = eyeFor(place, thing, { area, alike, level }, dice);
  if (!eye) return undefined;
  const from = lookAt(eye, middle, { fovy, ...PHOTO });
  const sight = projected(thing, new Lens(from));
  if (!sight) return undefined;
  const { left, top, right, bottom } = sight.box;
  const [edgeU, edgeV] = [EDGE + (right - left) / 2, EDGE + (bottom - top) / 2];
  const camera = turned(from, middle, [
    Math.min(PHOTO.width - edgeU, Math.max(edgeU, u)),
    Math.min(PHOTO.height - edgeV, Math.max(edgeV, v)),
  ]);
  const down = -at(camera.rotation, 6);
  const [least, most] = range.down;
  const farther = Math.min(FARTHER * slack, 45);
  if (down < sin((least - farther) * DEGREE) || down > sin(Math.min(most + farther, 80) * DEGREE)) return undefined;
  const lens = new Lens(camera);
  const inView = others.filter((other) => {
    const [column, row] = lens.project(...middleOf(other));
    return column > EDGE && row > EDGE && column < PHOTO.width - EDGE && row < PHOTO.height - EDGE;
  });
  if (inView.length < (LEAST_THINGS / slack) * others.length) return undefined;
  return groundIn(camera, place) >= LEAST_GROUND / slack ? camera : undefined;
}

/** Where somebody can stand from whom the thing looks about as large as wanted, in any direction from it. */
function eyeFor(
  place: Place,
  thing: Shape,
  { area, alike, level }: Pick<Wish, 'area' | 'alike'> & { level: EyeLevel },
  dice: Random,
): Vec3 | undefined {
  const { fovy, [level]: range } = eyes[place.setting];
  const [x, y] = thing.position;
  const angle = 2 * Math.PI * dice.next();
  const height = place.extent.z + range.height[0] + dice.next() * (range.height[1] - range.height[0]);
  let far = Math.max(...place.extent.half);
  for (let n = 0; n < 4; n += 1) {
    const eye: Vec3 = [x + far * cos(angle), y + far * sin(angle), height];
    const sight = projected(thing, new Lens(lookAt(eye, middleOf(thing), { fovy, ...PHOTO })));
    if (!sight) return undefined;
    const factor = sight.whole / area;
    if (factor < alike && factor > 1 / alike) return isOpen(place, [eye[0], eye[1]]) ? eye : undefined;
    far *= Math.sqrt(factor);
  }
  return undefined;
}

const DEGREE = Math.PI / 180;

/** So near to the picture's edge, in pixels, nothing that is asked for may come. */
const EDGE = 5;

function middleOf({ position, half }: Shape): Vec3 {
  return [position[0], position[1], position[2] + half[2]];
}

/** The part of a picture that shows the main surface, as if nothing stood there. */
function groundIn(camera: Camera, { extent }: Place): number {
  const [ex = 0, ey = 0, ez = 0] = camera.position;
  const { rotation: r, width, height } = camera;
  const { focal } = new Lens(camera);
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  let ground = 0;
  for (const across of parts) {
    for (const along of parts) {
      const [left, up] = [((0.5 - across) * width) / focal, ((0.5 - along) * height) / focal];
      const world = (k: number) => at(r, 3 * k) + left * at(r, 3 * k + 1) + up * at(r, 3 * k + 2);
      const far = (extent.z - ez) / world(2);
      if (far <= 0) continue;
      const [x, y] = [ex + far * world(0), ey + far * world(1)];
      const [halfX, halfY] = extent.half;
      if (Math.abs(x) < 1.15 * halfX && Math.abs(y) < 1.15 * halfY) ground += 1;
    }
  }
  return ground / parts.length ** 2;
}

/** The same camera turned, upright, until a point is at a place of its picture. */
function turned(camera: Camera, point: Vec3, [u, v]: readonly [u: number, v: number]): Camera {
  const { eye, focal } = new Lens(camera);
  const [dx, dy, dz] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  let yaw = atan2(dy, dx);
  let down = atan2(-dz, Math.sqrt(dx * dx + dy * dy));
  let now = camera;
  for (let n = 0; n < 3; n += 1) {
    const flat = cos(down);
    const target: Vec3 = [eye[0] + flat * cos(yaw), eye[1] + flat * sin(yaw), eye[2] - sin(down)];
    now = lookAt(eye, target, { fovy: camera.fovy, width: camera.width, height: camera.height });
    const [nowU, nowV] = new Lens(now).project(...point);
    yaw += (u - nowU) / (focal * flat);
    down -= (v - nowV) / focal;
  }
  return now;
}
