import { cos, sin } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import type { Item, Place, Shot, Visibility } from '../../scenes/index.ts';
import { Lens } from './lens.ts';

/** What may be demanded of a picture: part of the difficulty. */
export interface Demands {
  /** Of what is asked for, this part must be seen. */
  visible: number;
  /** Factor on how clear relations must be. */
  margin: number;
  /** Things of the asked kind in the picture, at least. */
  candidates: number;
}

/** An item that can be seen, with what relations need. */
export interface SeenItem {
  item: Item;
  box: Visibility['box'];
  /** Middle of its rectangle in the picture. */
  u: number;
  v: number;
  /** Its middle in the world, and the radius of what it covers. */
  x: number;
  y: number;
  z: number;
  radius: number;
  /** From the camera, in metres. */
  distance: number;
  pixels: number;
  /** Big and whole enough to be asked for, or to refer to. */
  clear: boolean;
}

/** A picture and what is known of it. */
export interface Situation {
  place: Place;
  lens: Lens;
  seen: readonly SeenItem[];
  demands: Demands;
  /** The finished picture; absent where only boxes were projected. */
  shot?: Shot;
}

/** What is smaller than this cannot be pointed at with confidence. */
const LEAST_PIXELS = 180;
const LEAST_SIDE = 9;

export function situationOf(place: Place, shot: Shot, demands: Demands): Situation {
  return { ...seenBy(place, shot.camera, demands, shot.visible), shot };
}

/** What a camera would see, roughly: worked out from boxes, without a picture. */
export function foreseen(place: Place, camera: Camera, demands: Demands): Situation {
  const lens = new Lens(camera);
  const visible = new Map<number, Visibility>();
  for (const item of place.items) {
    const sight = projected(item, lens);
    if (sight) visible.set(item.id, sight);
  }
  hide(place, lens, visible);
  return seenBy(place, camera, demands, visible);
}

/** Takes away what nearer things hide: of the rectangles that they have in common, about as much as is the nearer thing. */
function hide(place: Place, { eye }: Lens, visible: Map<number, Visibility>): void {
  const far = (id: number) => {
    const [x, y, z] = place.item(id).position;
    return (x - eye[0]) ** 2 + (y - eye[1]) ** 2 + (z - eye[2]) ** 2;
  };
  const order = [...visible].toSorted(([a], [b]) => far(a) - far(b));
  for (const [n, [id, { box, pixels, whole }]] of order.entries()) {
    let hidden = 0;
    for (const [above, { box: other }] of order.slice(0, n)) {
      if (place.item(above).on === id) continue;
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (wide > 0 && high > 0) hidden += FILLED * wide * high;
    }
    visible.set(id, { box, whole, pixels: Math.max(0, pixels - hidden) });
  }
}

/** The box around something. */
export type Shape = Pick<Item, 'position' | 'yaw' | 'half'>;

/** Of the rectangle around a thing, about so much is the thing. */
const FILLED = 0.7;

/** What a camera sees of a thing, from the box around it. */
export function projected({ position: [x, y, z], yaw, half }: Shape, lens: Lens): Visibility | undefined {
  const [c, s] = [cos(yaw), sin(yaw)];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const a of [-half[0], half[0]]) {
    for (const b of [-half[1], half[1]]) {
      for (const up of [0, 2 * half[2]]) {
        const [u, v] = lens.project(x + c * a - s * b, y + s * a + c * b, z + up);
        if (u > 1e5) return undefined;
        [left, right] = [Math.min(left, u), Math.max(right, u)];
        [top, bottom] = [Math.min(top, v), Math.max(bottom, v)];
      }
    }
  }
  const whole = FILLED * (right - left) * (bottom - top);
  const box = {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(lens.width, Math.ceil(right)),
    bottom: Math.min(lens.height, Math.ceil(bottom)),
  };
  if (box.left >= box.right || box.top >= box.bottom) return undefined;
  const share = Math.min(1, ((box.right - box.left) * (box.bottom - box.top)) / ((right - left) * (bottom - top)));
  return { pixels: share * whole, whole, box };
}

function seenBy(
  place: Place,
  camera: Camera,
  demands: Demands,
  visible: ReadonlyMap<number, Visibility>,
): Omit<Situation, 'shot'> {
  const lens = new Lens(camera);
  const seen = place.items.flatMap((item): SeenItem[] => {
    const sight = visible.get(item.id);
    return sight ? [seenItem(item, sight, lens, demands)] : [];
  });
  return { place, lens, seen, demands };
}

function seenItem(item: Item, { box, pixels, whole }: Visibility, lens: Lens, { visible }: Demands): SeenItem {
  const [x, y, base] = item.position;
  const z = base + item.half[2];
  const [dx, dy, dz] = [x - lens.eye[0], y - lens.eye[1], z - lens.eye[2]];
  // What the picture's edge cuts off is not asked for.
  const isInside = box.left > 0 && box.top > 0 && box.right < lens.width && box.bottom < lens.height;
  return {
    item,
    box,
    x,
    y,
    z,
    u: (box.left + box.right) / 2,
    v: (box.top + box.bottom) / 2,
    radius: Math.sqrt(item.half[0] * item.half[1]),
    distance: Math.sqrt(dx * dx + dy * dy + dz * dz),
    pixels,
    clear:
      isInside &&
      pixels >= LEAST_PIXELS &&
      Math.min(box.right - box.left, box.bottom - box.top) >= LEAST_SIDE &&
      pixels >= visible * whole,
  };
}

/** Everything of its kind that is seen, however little of it. */
export function peersOf({ seen }: Pick<Situation, 'seen'>, kind: string): SeenItem[] {
  return seen.filter(({ item }) => item.kind === kind);
}
