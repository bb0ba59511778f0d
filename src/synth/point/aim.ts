import { atan2, cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { drawEye, type EyeLevel, eyes, type Item, lookAt, PHOTO, type Place } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';

/** Cameras that are tried until so many have enough in view. */
const TRIES = 160;
const WANTED = 8;
/** Things that can be asked for, and how much of the picture must show where things stand: the rest is walls and sky. */
const ENOUGH = 5;
const LEAST_GROUND = 0.4;
/** Not quite at the edge, where most of a thing would be cut off. */
const EDGE = 20;

/**
 * Cameras that have something anywhere in their pictures, also in a corner, and others beside it. Only where things stand is looked
 * at, before any picture is taken. Those with most in view, if none has enough.
 */
export function aim(place: Place, dice: Random, level: EyeLevel): Camera[] {
  const loose = place.items.filter(({ furniture }) => !furniture);
  // What is alone of its kind, and on nothing, cannot be asked for.
  const askable = (items: readonly Item[]) =>
    items.filter(({ kind, on }) => on !== null || items.filter((other) => other.kind === kind).length > 1);
  const things = askable(loose);
  const good: Camera[] = [];
  let best: { camera: Camera; count: number } | undefined;
  for (let n = 0; n < TRIES && things.length > 0 && good.length < WANTED; n += 1) {
    const eye = drawEye(dice, place, level);
    const camera = eye && aimed(place, eye, level, dice.pick(things), somewhere(dice));
    if (!camera) continue;
    const seen = askable(loose.filter((item) => isInside(project(camera, item.position))));
    const count = Math.min(1, groundIn(camera, place) / LEAST_GROUND) * Math.min(seen.length, ENOUGH);
    if (count >= ENOUGH) good.push(camera);
    if (!best || count > best.count) best = { camera, count };
  }
  return good.length > 0 ? good : best ? [best.camera] : [];
}

/** Looks so that a thing is at a place of the picture; undefined where one would have to look up or down too far. */
function aimed(
  { setting }: Place,
  eye: Vec3,
  level: EyeLevel,
  { position: [x, y, z], half }: Item,
  at: { u: number; v: number },
): Camera | undefined {
  const { fovy, [level]: range } = eyes[setting];
  const camera = turned(lookAt(eye, [x, y, z], { fovy, ...PHOTO }), [x, y, z + half[2]], at);
  const down = -(camera.rotation[6] ?? 0);
  const [least, most] = range.down.map((degrees) => sin((degrees * Math.PI) / 180));
  return least !== undefined && most !== undefined && down >= least && down <= most ? camera : undefined;
}

/** Half of the time at an edge: little is there by itself. */
function somewhere(dice: Random): { u: number; v: number } {
  const side = dice.pick(['any', 'any', 'any', 'top', 'top', 'bottom', 'left', 'right'] as const);
  const [u, v] = [dice.next(), dice.next()];
  const part = {
    u: side === 'left' ? u / 6 : side === 'right' ? 1 - u / 6 : u,
    v: side === 'top' ? v / 5 : side === 'bottom' ? 1 - v / 5 : v,
  };
  return { u: EDGE + part.u * (PHOTO.width - 2 * EDGE), v: EDGE + part.v * (PHOTO.height - 2 * EDGE) };
}

function isInside([u, v]: readonly [number, number]): boolean {
  return u >= 0 && v >= 0 && u < PHOTO.width && v < PHOTO.height;
}

/** The part of a picture that shows the main surface, as if nothing stood there. */
function groundIn(camera: Camera, { extent }: Place): number {
  const [ex = 0, ey = 0, ez = 0] = camera.position;
  const { rotation: r, width, height } = camera;
  const focal = focalOf(camera);
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
function turned(camera: Camera, point: Vec3, { u, v }: { u: number; v: number }): Camera {
  const eye: Vec3 = [camera.position[0] ?? 0, camera.position[1] ?? 0, camera.position[2] ?? 0];
  const [dx, dy, dz] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  let yaw = atan2(dy, dx);
  let down = atan2(-dz, Math.sqrt(dx * dx + dy * dy));
  let now = camera;
  for (let n = 0; n < 6; n += 1) {
    const flat = cos(down);
    const target: Vec3 = [eye[0] + flat * cos(yaw), eye[1] + flat * sin(yaw), eye[2] - sin(down)];
    now = lookAt(eye, target, { fovy: camera.fovy, width: camera.width, height: camera.height });
    const [nowU, nowV] = project(now, point);
    yaw += (u - nowU) / (focalOf(camera) * flat);
    down -= (v - nowV) / focalOf(camera);
  }
  return now;
}

function focalOf({ fovy, height }: Camera): number {
  const half = (fovy * Math.PI) / 360;
  return (height * cos(half)) / (2 * sin(half));
}

/** Where a point is in the picture; far outside when it is behind the camera. */
function project(camera: Camera, point: Vec3): [u: number, v: number] {
  const { position, rotation: r, width, height } = camera;
  const d = [0, 1, 2].map((k) => (point[k] ?? 0) - (position[k] ?? 0));
  const along = (n: number) =>
    (r[n] ?? 0) * (d[0] ?? 0) + (r[3 + n] ?? 0) * (d[1] ?? 0) + (r[6 + n] ?? 0) * (d[2] ?? 0);
  const deep = along(0);
  if (deep < 0.05) return [1e6, 1e6];
  const focal = focalOf(camera);
  return [width / 2 - (focal * along(1)) / deep, height / 2 - (focal * along(2)) / deep];
}
