import { atan2, type Camera, cos, sin, type Vector } from '../../sim/index.ts';
import type { Random } from '../../stats/index.ts';
import { cameraAround, type Item, lookAt, PHOTO, type Place } from '../scene/index.ts';
import { reachOf } from './free.ts';
import { axesOf, sides } from './relations.ts';
import type { Wish } from './wish.ts';

/** Cameras that are compared. */
const TRIES = 100;
/** Near enough to what was wished for, in pixels. */
const GOOD = 40;

/**
 * A camera with something to ask about wherever it is wished: one thing exactly there, the others as near as can be. Only where
 * things stand is looked at, so that many cameras can be compared before one picture is taken.
 */
export function aim(place: Place, wishes: readonly Wish[], dice: Random): Camera {
  const loose = place.items.filter(({ furniture }) => !furniture);
  // What is alone of its kind, and on nothing, cannot be asked for.
  const things = loose.filter(({ kind, on }) => on !== null || loose.filter((other) => other.kind === kind).length > 1);
  if (things.length === 0) return cameraAround(place, { around: 0, down: 40 });
  const [first] = wishes;
  let best: { camera: Camera; miss: number } | undefined;
  for (let n = 0; n < TRIES && (best?.miss ?? Infinity) > GOOD; n += 1) {
    const around = dice.int(101) - 50;
    const from = cameraAround(place, { around, down: 28 + dice.int(27), far: 0.62 + 0.28 * dice.next() });
    const thing = dice.pick(things);
    const middle: Vector = [thing.position[0], thing.position[1], thing.position[2] + thing.half[2]];
    const camera = turned(from, middle, first ?? { u: PHOTO.width / 2, v: PHOTO.height / 2 });
    const isIn = ({ position }: Item) => isInside(project(camera, position));
    const seen = things.filter(isIn);
    // Whoever is alone of its kind in the picture is not asked for either.
    const askable = seen.filter(
      ({ kind, on }) => on !== null || seen.filter((other) => other.kind === kind).length > 1,
    );
    if (!askable.includes(thing)) continue;
    const spots = { location: askable.map(({ position }) => position), placement: spacesAround(place, camera, isIn) };
    const misses = wishes.slice(1).map(({ split, u, v }) =>
      Math.min(
        ...spots[split].map((spot) => {
          const [su, sv] = project(camera, spot);
          return Math.sqrt((su - u) * (su - u) + (sv - v) * (sv - v));
        }),
      ),
    );
    const miss = Math.max(...misses);
    if (!best || miss < best.miss) best = { camera, miss };
  }
  return best?.camera ?? cameraAround(place, { around: 0, down: 40 });
}

function isInside([u, v]: readonly [number, number]): boolean {
  return u >= 0 && v >= 0 && u < PHOTO.width && v < PHOTO.height;
}

/** The middles of free spaces beside things, if they were free. */
function spacesAround(
  { items, setting, extent }: Place,
  { position, rotation }: Camera,
  isIn: (item: Item) => boolean,
): Vector[] {
  const reach = reachOf(setting);
  const [fx = 0, , , fy = 0] = rotation;
  const length = Math.sqrt(fx * fx + fy * fy);
  const away = [fx / length, fy / length] as const;
  const eye = [position[0] ?? 0, position[1] ?? 0, position[2] ?? 0] as const;
  const isFree = ([x, y]: Vector) =>
    Math.abs(x) < extent.half[0] &&
    Math.abs(y) < extent.half[1] &&
    items.every((item) => {
      const room = 0.3 * reach + Math.sqrt(item.half[0] * item.half[1]);
      return (x - item.position[0]) ** 2 + (y - item.position[1]) ** 2 > room * room;
    });
  return items.flatMap((item) => {
    const { position, half, on, furniture, front } = item;
    const [x, y, z] = position;
    if (on !== null || furniture || front || !isIn(item)) return [];
    const far = Math.sqrt(half[0] * half[1]) + reach / 2;
    return sides
      .map((side): Vector => {
        const [[dx, dy]] = axesOf({ away, right: [away[1], -away[0]], eye }, { x, y }, side);
        return [x + far * dx, y + far * dy, z];
      })
      .filter(isFree);
  });
}

/** The same camera turned, upright, until a point is at a place of its picture. */
function turned(camera: Camera, point: Vector, { u, v }: { u: number; v: number }): Camera {
  const eye: Vector = [camera.position[0] ?? 0, camera.position[1] ?? 0, camera.position[2] ?? 0];
  const [dx, dy, dz] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  let yaw = atan2(dy, dx);
  let down = atan2(-dz, Math.sqrt(dx * dx + dy * dy));
  let now = camera;
  for (let n = 0; n < 6; n += 1) {
    const flat = cos(down);
    const target: Vector = [eye[0] + flat * cos(yaw), eye[1] + flat * sin(yaw), eye[2] - sin(down)];
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
function project(camera: Camera, point: Vector): [u: number, v: number] {
  const { position, rotation: r, width, height } = camera;
  const d = [0, 1, 2].map((k) => (point[k] ?? 0) - (position[k] ?? 0));
  const along = (n: number) =>
    (r[n] ?? 0) * (d[0] ?? 0) + (r[3 + n] ?? 0) * (d[1] ?? 0) + (r[6 + n] ?? 0) * (d[2] ?? 0);
  const deep = along(0);
  if (deep < 0.05) return [1e6, 1e6];
  const focal = focalOf(camera);
  return [width / 2 - (focal * along(1)) / deep, height / 2 - (focal * along(2)) / deep];
}
