import { cos, sin, touch } from '../../geometry/index.ts';
import { boxOf, type Item, type Place, type Stand } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import { type CameraPose, FRAMES } from './trajectory.ts';

/** So many frames from rest to rest, as parts of the way: 0 … 1. */
export function eased(frames: number): number[] {
  return Array.from({ length: frames }, (_, frame) => {
    const t = frame / (frames - 1);
    return t * t * (3 - 2 * t);
  });
}

/** Frame by frame through poses: each leg takes its frames of the clip, from rest to rest; legs take equally many unless it is said. */
export function through<T>(
  stops: readonly T[],
  between: (a: T, b: T, t: number) => T,
  frames: readonly number[] = stops.slice(1).map(() => FRAMES / (stops.length - 1)),
): T[] {
  return frames.flatMap((count, leg) => eased(count).map((t) => between(at(stops, leg), at(stops, leg + 1), t)));
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function betweenStands(a: Stand, b: Stand, t: number): Stand {
  const at = (k: 0 | 1 | 2) => mix(a.position[k], b.position[k], t);
  return { position: [at(0), at(1), at(2)], yaw: mix(a.yaw, b.yaw, t) };
}

export function betweenPoses(a: CameraPose, b: CameraPose, t: number): CameraPose {
  return { ...betweenStands(a, b, t), pitch: mix(a.pitch, b.pitch, t) };
}

/** A stand moved by a length along an angle. */
export function along(stand: Stand, angle: number, length: number): Stand {
  const [x, y, z] = stand.position;
  return { ...stand, position: [x + length * cos(angle), y + length * sin(angle), z] };
}

/** Furniture that may plausibly move. */
const mobile = ['car', 'dining chair'];

/** What could move, by itself or pushed; nothing may stand on it. */
export function movable(place: Place): Item[] {
  return place.items.filter(
    (item) =>
      item.on === null &&
      (!item.furniture || mobile.includes(item.kind)) &&
      !place.items.some(({ on }) => on === item.id),
  );
}

/** Space that is kept free around what moves, as a share of the place. */
const GAP = 0.02;

/** Whether something can go that way: inside the place, and clear of everything else, wherever that goes. */
export function isFree(place: Place, item: Item, way: readonly Stand[], others: ReadonlyMap<number, readonly Stand[]>) {
  const [hx, hy] = place.extent.half;
  const gap = GAP * hx;
  const reach = Math.max(item.half[0], item.half[1]);
  // Every fifth frame is near enough to the next one.
  for (
    let frame = 0;
    frame < way.length;
    frame = frame === way.length - 1 ? way.length : Math.min(frame + 5, way.length - 1)
  ) {
    const stand = way[frame];
    if (!stand) return false;
    const [x, y] = stand.position;
    if (Math.abs(x) + reach > hx || Math.abs(y) + reach > hy) return false;
    const box = boxOf(item.half, stand);
    for (const other of place.items) {
      if (other.id === item.id) continue;
      const there = others.get(other.id)?.[frame] ?? other;
      if (touch(box, boxOf(other.half, there), gap)) return false;
    }
  }
  return true;
}
