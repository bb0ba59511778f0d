import { cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { type Item, lookAt, PHOTO, type Place, type Shot, type Visibility } from '../../scenes/index.ts';
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
  readonly clear: boolean;
}

/** A picture and what is known of it. */
export interface Situation {
  place: Place;
  lens: Lens;
  seen: readonly SeenItem[];
  demands: Demands;
  /** The finished picture, or a small one; absent where only boxes were projected. */
  shot?: Shot;
  /** How many times longer the sides of the finished picture are than those of this one; 1 unless it says otherwise. */
  scale?: number;
}

/** What is smaller than this cannot be pointed at with confidence. */
const LEAST_PIXELS = 180;
const LEAST_SIDE = 9;

export function situationOf(place: Place, shot: Shot, demands: Demands): Situation {
  return { ...seenBy(place, shot.camera, demands, shot.visible), shot };
}

/** As if everything were seen well, from far above: what there is in a place at all, wherever the camera. */
export function allSeen(place: Place, demands: Demands): Situation {
  const camera = lookAt([0, 0, ABOVE], [0.01, 0, 0], { fovy: 30, ...PHOTO });
  return seenBy(place, camera, demands, new Map(place.items.map(({ id }) => [id, well])));
}

const ABOVE = 60;
const well: Visibility = { pixels: Infinity, whole: 0, box: { left: 1, top: 1, right: 101, bottom: 101 } };

/** What a camera shows as far as boxes tell, and who knows what is in sight from where it stands. */
export function boxed(place: Place, camera: Camera, demands: Demands, isInSight: (id: number) => boolean): Situation {
  return seenBy(place, camera, demands, boxesIn(place, new Lens(camera)), isInSight);
}

/** What a small picture shows, as if it were a large one. */
export function sketched(place: Place, camera: Camera, shot: Shot, scale: number, demands: Demands): Situation {
  const lens = new Lens(camera);
  const large = new Map<number, Visibility>();
  for (const [id, sight] of shot.visible) {
    const { pixels, box } = sight;
    const { left, top, right, bottom } = box;
    const enlarged = { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale };
    const isAtEdge = left === 0 || top === 0 || enlarged.right === lens.width || enlarged.bottom === lens.height;
    // So near to the edge it takes the corners of its own box to tell whether it is cut.
    const own = isAtEdge ? projected(cornersOf(place.item(id)), lens, FILLED)?.box : undefined;
    large.set(id, {
      pixels: pixels * scale * scale,
      box: own ?? enlarged,
      get whole() {
        return sight.whole * scale * scale;
      },
    });
  }
  return { ...seenBy(place, camera, demands, large), shot, scale };
}

function boxesIn(place: Place, lens: Lens): Map<number, Visibility> {
  const visible = new Map<number, Visibility>();
  for (const item of place.items) {
    const sight = projected(cornersOf(item), lens, FILLED);
    if (sight) visible.set(item.id, sight);
  }
  return visible;
}

/** Of the rectangle around a thing, about so much is the thing. */
export const FILLED = 0.7;

const corners = new WeakMap<Item, readonly Vec3[]>();

/** The corners of the box around something: of what many cameras see, worked out once. */
export function cornersOf(item: Item): readonly Vec3[] {
  const known = corners.get(item);
  if (known) return known;
  const { position, yaw, half } = item;
  const [x, y, z] = position;
  const [c, s] = [cos(yaw), sin(yaw)];
  const found = [-half[0], half[0]].flatMap((a) =>
    [-half[1], half[1]].flatMap((b) =>
      [0, 2 * half[2]].map((up): Vec3 => [x + c * a - s * b, y + s * a + c * b, z + up]),
    ),
  );
  corners.set(item, found);
  return found;
}

/** What a camera sees of something, from points all around it, if it fills so much of the rectangle around them. */
export function projected(points: readonly Vec3[], lens: Lens, filled: number): Visibility | undefined {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const point of points) {
    const [u, v] = lens.project(point[0], point[1], point[2]);
    if (u > 1e5) return undefined;
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const whole = filled * (right - left) * (bottom - top);
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
  isInSight?: (id: number) => boolean,
): Omit<Situation, 'shot'> {
  const lens = new Lens(camera);
  const rules = { lens, visible: demands.visible, isInSight };
  const seen: SeenItem[] = [];
  for (const item of place.items) {
    const sight = visible.get(item.id);
    if (sight) seen.push(new ShotItem(item, sight, rules));
  }
  return { place, lens, seen, demands };
}

/** One of very many: whether it is clear is worked out when somebody asks. */
class ShotItem implements SeenItem {
  readonly item: Item;
  readonly box: Visibility['box'];
  readonly u: number;
  readonly v: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly distance: number;
  readonly pixels: number;
  readonly #sight: Visibility;
  readonly #rules: ClearRules;
  #clear: boolean | undefined;

  constructor(item: Item, sight: Visibility, rules: ClearRules) {
    const { box, pixels } = sight;
    const { position, half } = item;
    const { eye } = rules.lens;
    this.item = item;
    this.box = box;
    this.u = (box.left + box.right) / 2;
    this.v = (box.top + box.bottom) / 2;
    this.x = position[0];
    this.y = position[1];
    this.z = position[2] + half[2];
    const [dx, dy, dz] = [this.x - eye[0], this.y - eye[1], this.z - eye[2]];
    this.radius = Math.sqrt(half[0] * half[1]);
    this.distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    this.pixels = pixels;
    this.#sight = sight;
    this.#rules = rules;
  }

  get clear(): boolean {
    this.#clear ??= isClear(this.item.id, this.#sight, this.#rules);
    return this.#clear;
  }
}

interface ClearRules {
  lens: Lens;
  visible: number;
  isInSight: ((id: number) => boolean) | undefined;
}

function isClear(id: number, sight: Visibility, { lens, visible, isInSight }: ClearRules): boolean {
  const { box, pixels } = sight;
  // What the picture's edge cuts off is not asked for.
  const isInside = box.left > 0 && box.top > 0 && box.right < lens.width && box.bottom < lens.height;
  return (
    isInside &&
    pixels >= LEAST_PIXELS &&
    Math.min(box.right - box.left, box.bottom - box.top) >= LEAST_SIDE &&
    pixels >= visible * sight.whole &&
    isInSight?.(id) !== false
  );
}

/** Of every picture, what it shows of each kind: asked for again and again. */
const kindsSeen = new WeakMap<readonly SeenItem[], Map<string, SeenItem[]>>();

/** Everything of its kind that is seen, however little of it. */
export function peersOf({ seen }: Pick<Situation, 'seen'>, kind: string): readonly SeenItem[] {
  let kinds = kindsSeen.get(seen);
  if (!kinds) {
    kinds = Map.groupBy(seen, ({ item }) => item.kind);
    kindsSeen.set(seen, kinds);
  }
  return kinds.get(kind) ?? none;
}

const none: readonly SeenItem[] = [];
