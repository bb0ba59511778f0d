import { atan2, cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { drawEye, type EyeLevel, eyes, lookAt, PHOTO, type Place } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { Lens } from './lens.ts';
import { projected, type Shape } from './situation.ts';
import type { Wish } from './wish.ts';

/** How much of the picture must show where things stand: the rest is walls and sky. */
const LEAST_GROUND = 0.25;
/** Of the things that may be spoken of, so many must be in view. */
const LEAST_THINGS = 0.6;
/** How much larger or smaller than wanted, in each direction, a thing may look: people cannot stand anywhere. */
const STRETCH = 1.35;
/** Answers are wanted anywhere in a picture: one also looks down at what is near, farther than for a view of the place. */
const FARTHER_DOWN = 25;

/**
 * A camera that has a thing at a certain place of its picture, whole, and about as large as wanted; undefined where nobody would
 * stand or look so, or would look past most of the others.
 */
export function aim(
  place: Place,
  thing: Shape,
  { at: [u, v], area, level }: Pick<Wish, 'at' | 'area'> & { level: EyeLevel },
  others: readonly Shape[],
  dice: Random,
): Camera | undefined {
  const { fovy, [level]: range } = eyes[place.setting];
  const eye = drawEye(dice, place, level);
  if (!eye) return undefined;
  const middle = middleOf(thing);
  const from = lookAt(eye, middle, { fovy, ...PHOTO });
  const sight = projected(thing, new Lens(from));
  if (!sight) return undefined;
  const factor = Math.sqrt(sight.whole / area);
  if (factor < 1 / STRETCH || factor > STRETCH) return undefined;
  const { left, top, right, bottom } = sight.box;
  const [edgeU, edgeV] = [EDGE + (right - left) / 2, EDGE + (bottom - top) / 2];
  const camera = turned(from, middle, [
    Math.min(PHOTO.width - edgeU, Math.max(edgeU, u)),
    Math.min(PHOTO.height - edgeV, Math.max(edgeV, v)),
  ]);
  const down = -at(camera.rotation, 6);
  const [least, most] = range.down;
  if (down < sin((least - FARTHER_DOWN) * DEGREE) || down > sin((most + FARTHER_DOWN) * DEGREE)) return undefined;
  const lens = new Lens(camera);
  const inView = others.filter((other) => {
    const [column, row] = lens.project(...middleOf(other));
    return column > EDGE && row > EDGE && column < PHOTO.width - EDGE && row < PHOTO.height - EDGE;
  });
  if (inView.length < LEAST_THINGS * others.length) return undefined;
  return groundIn(camera, place) >= LEAST_GROUND ? camera : undefined;
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
      const world = (k: number) => (r[3 * k] ?? 0) + left * (r[3 * k + 1] ?? 0) + up * (r[3 * k + 2] ?? 0);
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
