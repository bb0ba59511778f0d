import { atan2, cos, sin, touch } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { boxOf, cameraAround, drawViewpoint, type Item, lookAt, type Place, type Stand } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import type { Look } from './trajectory.ts';

export const CLIP = { width: 320, height: 240 };

/** Nearer than for photographs: clips are small. */
const FAR = 0.82;

/** Somewhere in front of a place, with all of it in view; and its field of view in degrees. */
export function drawLook(dice: Random, place: Place): { look: Look; fovy: number } {
  const viewpoint = drawViewpoint(dice, place.setting, 25);
  const { position, rotation, fovy } = cameraAround(place, { ...viewpoint, far: FAR, size: CLIP });
  const [x = 0, y = 0, z = 0] = position;
  const [fx = 1, , , fy = 0, , , fz = 0] = rotation;
  const look: Look = { position: [x, y, z], yaw: atan2(fy, fx), pitch: atan2(-fz, Math.sqrt(fx * fx + fy * fy)) };
  return { look, fovy };
}

export function cameraOf({ position, yaw, pitch }: Look, fovy: number, fixed: boolean): Camera {
  const [x, y, z] = position;
  const forward = [cos(yaw) * cos(pitch), sin(yaw) * cos(pitch), -sin(pitch)] as const;
  return { ...lookAt(position, [x + forward[0], y + forward[1], z + forward[2]], { fovy, ...CLIP }), fixed };
}

/** A camera elsewhere, looking the same way: so far ahead, to the left and up. */
export function shifted(look: Look, ahead: number, left: number, up = 0): Look {
  const [c, s] = [cos(look.yaw), sin(look.yaw)];
  const [x, y, z] = look.position;
  return { ...look, position: [x + ahead * c - left * s, y + ahead * s + left * c, z + up] };
}

/** Big things that nobody would be surprised to see move. */
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
