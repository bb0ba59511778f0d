import { atan2, cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { cameraAround, lookAt, PHOTO, type Place, type Setting } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { Lens } from './lens.ts';
import { projected, type Shape } from './situation.ts';
import type { Wish } from './wish.ts';

/** How much of the picture must show where things stand: the rest is walls and sky. */
const LEAST_GROUND = 0.25;
/** Of the things that may be spoken of, so many must be in view. */
const LEAST_THINGS = 0.6;
/** How much may show what is before the place or beside it: of a room that is the bare hall that it is built up in. */
const MOST_OUTSIDE: Readonly<Record<Setting, number>> = { tabletop: 1, room: 0.25, yard: 1 };

type GroundPoint = readonly [x: number, y: number];

/** A camera comes no nearer than this part of its usual distance, and goes no farther away. */
const NEAREST = 0.45;
const FARTHEST = 1.8;

/**
 * A camera that has a thing at a certain place of its picture, whole, and as large as wanted; undefined where it would look past most
 * of the others.
 */
export function aim(
  place: Place,
  thing: Shape,
  { at: [u, v], area }: Pick<Wish, 'at' | 'area'>,
  others: readonly Shape[],
  dice: Random,
): Camera | undefined {
  const from = cameraAround(place, { around: dice.int(121) - 60, down: 18 + dice.int(28) });
  const middle = middleOf(thing);
  // Along its line of sight, to where the thing has the wanted size.
  const [x = 0, y = 0, z = 0] = from.position;
  const sight = projected(thing, new Lens(lookAt([x, y, z], middle, { fovy: from.fovy, ...PHOTO })));
  if (!sight) return undefined;
  const factor = Math.sqrt(sight.whole / area);
  if (factor < NEAREST || factor > FARTHEST) return undefined;
  const eye = middle.map((value, k) => value + factor * ((from.position[k] ?? 0) - value));
  const { left, top, right, bottom } = sight.box;
  const [edgeU, edgeV] = [EDGE + (right - left) / factor / 2, EDGE + (bottom - top) / factor / 2];
  const camera = turned({ ...from, position: Float64Array.from(eye) }, middle, [
    Math.min(PHOTO.width - edgeU, Math.max(edgeU, u)),
    Math.min(PHOTO.height - edgeV, Math.max(edgeV, v)),
  ]);
  const lens = new Lens(camera);
  const inView = others.filter((other) => {
    const [column, row] = lens.project(...middleOf(other));
    return column > EDGE && row > EDGE && column < PHOTO.width - EDGE && row < PHOTO.height - EDGE;
  });
  if (inView.length < LEAST_THINGS * others.length) return undefined;
  const { ground, outside } = surfaceIn(camera, place);
  return ground >= LEAST_GROUND && outside <= MOST_OUTSIDE[place.setting] ? camera : undefined;
}

/** So near to the picture's edge, in pixels, nothing that is asked for may come. */
const EDGE = 5;

function middleOf({ position, half }: Shape): Vec3 {
  return [position[0], position[1], position[2] + half[2]];
}

/** The parts of a picture that show the main surface, as if nothing stood there, and what is before it or beside it. */
function surfaceIn(camera: Camera, { extent }: Place): { ground: number; outside: number } {
  const [ex = 0, ey = 0, ez = 0] = camera.position;
  const { rotation: r, width, height } = camera;
  const { focal } = new Lens(camera);
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  let [ground, outside] = [0, 0];
  for (const across of parts) {
    for (const along of parts) {
      const [left, up] = [((0.5 - across) * width) / focal, ((0.5 - along) * height) / focal];
      const world = (k: number) => (r[3 * k] ?? 0) + left * (r[3 * k + 1] ?? 0) + up * (r[3 * k + 2] ?? 0);
      const far = (extent.z - ez) / world(2);
      if (far <= 0) continue;
      const [x, y] = [ex + far * world(0), ey + far * world(1)];
      const [halfX, halfY] = extent.half;
      if (Math.abs(x) < 1.15 * halfX && Math.abs(y) < 1.15 * halfY) ground += 1;
      if (!crosses([ex, ey], [x, y], extent.half)) outside += 1;
    }
  }
  const all = parts.length ** 2;
  return { ground: ground / all, outside: outside / all };
}

/** Whether the line from one point to another touches a rectangle about the middle. */
function crosses(from: GroundPoint, to: GroundPoint, half: GroundPoint): boolean {
  let [enter, leave] = [0, 1];
  for (const k of [0, 1] as const) {
    const [one, other] = [(half[k] - from[k]) / (to[k] - from[k]), (-half[k] - from[k]) / (to[k] - from[k])];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave;
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
