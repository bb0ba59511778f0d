import { cos, sin } from '../../geometry/index.ts';
import type { Item, Region, Setting } from '../../scenes/index.ts';
import { axesOf, type Side } from './relations.ts';
import type { SeenItem, Situation } from './situation.ts';

/** How far a free space may be from what it is beside, how near to anything, and how long a gap between two things must be; metres. */
const scales: Readonly<Record<Setting, { reach: number; clearance: number; gap: number }>> = {
  tabletop: { reach: 0.24, clearance: 0.012, gap: 0.1 },
  room: { reach: 0.8, clearance: 0.04, gap: 0.35 },
  yard: { reach: 1.5, clearance: 0.08, gap: 0.7 },
};

/** The free space ends 42° to either side of its direction. A cosine. */
const WITHIN = 0.743;
/** Of the space that is meant, this part must be in the picture, and of that so much must be seen and free. */
const LEAST_INSIDE = 0.4;
const LEAST_SHARE = 0.65;

const upright: ReadonlySet<Region['kind']> = new Set(['wall', 'door', 'window']);

/** An area of the ground, with sample points all over it. */
export interface FreeArea {
  includes(x: number, y: number): boolean;
  spots: readonly (readonly [x: number, y: number])[];
  /** Only what has this number in the segmentation. */
  only?: number;
  /** How high it lies, where it is the top of an item, which then has that number; the main surface otherwise. */
  level?: number;
}

/** Right beside something that stands on the main surface. */
export function beside(situation: Situation, anchor: SeenItem, side: Side): FreeArea {
  const { reach, clearance } = scales[situation.place.setting];
  const along = meanOf(axesOf(situation, anchor, side));
  const own = new Footprint(anchor.item);
  const spots = [-0.6, -0.3, 0, 0.3, 0.6].flatMap((angle) => {
    const [x, y] = [cos(angle) * along[0] - sin(angle) * along[1], sin(angle) * along[0] + cos(angle) * along[1]];
    const edge = edgeOf(anchor.item, x, y);
    return [0.15, 0.4, 0.65, 0.9].map((part) => {
      const far = edge + clearance + part * (reach - clearance);
      return [anchor.x + far * x, anchor.y + far * y] as const;
    });
  });
  return {
    spots,
    includes(x, y) {
      const dx = x - anchor.x;
      const dy = y - anchor.y;
      const least = WITHIN * Math.sqrt(dx * dx + dy * dy);
      const isThere = dx * along[0] + dy * along[1] >= least;
      return isThere && own.isWithin(x, y, reach) && !own.isWithin(x, y, clearance);
    },
  };
}

/** The direction amid two. */
function meanOf([[ax, ay], [bx, by]]: ReturnType<typeof axesOf>): readonly [x: number, y: number] {
  const length = Math.sqrt((ax + bx) * (ax + bx) + (ay + by) * (ay + by));
  return [(ax + bx) / length, (ay + by) / length];
}

/** Between two things, if they are far enough apart, and not too far. */
export function between({ place }: Situation, a: SeenItem, b: SeenItem): FreeArea | undefined {
  const { reach, clearance, gap } = scales[place.setting];
  const length = Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  const [x, y] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [from, to] = [edgeOf(a.item, x, y) + clearance, length - edgeOf(b.item, -x, -y) - clearance];
  if (to - from < gap || to - from > 3 * reach) return undefined;
  const half = Math.max(0.35 * gap, Math.min(a.radius, b.radius));
  // Something between them would split the space in two.
  const isTaken = place.items.some((item) => {
    if (item === a.item || item === b.item || item.on !== null) return false;
    const [dx, dy] = [item.position[0] - a.x, item.position[1] - a.y];
    const radius = Math.sqrt(item.half[0] * item.half[1]);
    const along = dx * x + dy * y;
    return along > from && along < to && Math.abs(dy * x - dx * y) < half + 0.5 * radius;
  });
  if (isTaken) return undefined;
  const spots = [-0.7, 0, 0.7].flatMap((across) =>
    [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => {
      const far = from + part * (to - from);
      return [a.x + far * x - across * half * y, a.y + far * y + across * half * x] as const;
    }),
  );
  return {
    spots,
    includes(px, py) {
      const along = (px - a.x) * x + (py - a.y) * y;
      return along >= from && along <= to && Math.abs((py - a.y) * x - (px - a.x) * y) <= half;
    },
  };
}

/** The flat top of something, a hair's breadth from its edge. */
export function onTop({ place }: Situation, { item }: SeenItem): FreeArea | undefined {
  const { top, position, yaw, half, id } = item;
  if (!top) return undefined;
  const edge = scales[place.setting].clearance / 4;
  const [c, s] = [cos(yaw), sin(yaw)];
  const [halfX, halfY] = [top.half[0] - edge, top.half[1] - edge];
  const parts = (top.round ? [-0.6, -0.2, 0.2, 0.6] : [-0.85, -0.3, 0.3, 0.85]) as readonly number[];
  const spots = parts.flatMap((a) =>
    parts.map((b) => {
      const [x, y] = [a * halfX, b * halfY];
      return [position[0] + c * x - s * y, position[1] + s * x + c * y] as const;
    }),
  );
  return {
    spots,
    only: id,
    level: position[2] + 2 * half[2],
    includes(px, py) {
      const [dx, dy] = [px - position[0], py - position[1]];
      const [x, y] = [Math.abs(c * dx + s * dy) / halfX, Math.abs(c * dy - s * dx) / halfY];
      return top.round ? x * x + y * y <= 1 : x <= 1 && y <= 1;
    },
  };
}

/** What an item covers, ready to be asked about many points. */
class Footprint {
  readonly #x: number;
  readonly #y: number;
  readonly #c: number;
  readonly #s: number;
  readonly #half: Item['half'];
  /** Of the circle around it. */
  readonly radius: number;

  constructor({ position, yaw, half }: Item) {
    [this.#x, this.#y] = position;
    [this.#c, this.#s] = [cos(yaw), sin(yaw)];
    this.#half = half;
    this.radius = Math.sqrt(half[0] * half[0] + half[1] * half[1]);
  }

  /** Whether a point is not farther from it than a distance. */
  isWithin(x: number, y: number, distance: number): boolean {
    const dx = x - this.#x;
    const dy = y - this.#y;
    const near = this.radius + distance;
    if (dx * dx + dy * dy > near * near) return false;
    const across = Math.max(0, Math.abs(this.#c * dx + this.#s * dy) - this.#half[0]);
    const along = Math.max(0, Math.abs(this.#c * dy - this.#s * dx) - this.#half[1]);
    return across * across + along * along <= distance * distance;
  }
}

/** How far an item reaches from its middle in a direction. */
function edgeOf({ yaw, half }: Item, x: number, y: number): number {
  const [c, s] = [cos(yaw), sin(yaw)];
  const [u, v] = [Math.abs(c * x + s * y), Math.abs(c * y - s * x)];
  return Math.min(u > 1e-9 ? half[0] / u : Infinity, v > 1e-9 ? half[1] / v : Infinity);
}

/** Maps pixels to the main surface and back. */
export class Ground {
  readonly #situation: Situation;
  /** The surface's numbers in the segmentation. */
  readonly #ids: ReadonlySet<number>;
  /** What stands on the main surface, and on items. */
  readonly #blocking = new Map<number | undefined, Footprint[]>();
  readonly #clearance: number;

  constructor(situation: Situation) {
    const { place } = situation;
    this.#situation = situation;
    this.#clearance = scales[place.setting].clearance;
    // Walls, doors and windows have a foot there, but stand upright.
    const flat = place.regions.filter(({ z, kind }) => Math.abs(z - place.extent.z) < 0.02 && !upright.has(kind));
    this.#ids = new Set(flat.flatMap(({ id }) => id ?? []));
    for (const item of place.items) {
      const on = item.on ?? undefined;
      this.#blocking.set(on, [...(this.#blocking.get(on) ?? []), new Footprint(item)]);
    }
  }

  /** Whether enough of an area is in the picture, and most of that is seen and free. */
  offers({ spots, only, level }: FreeArea): boolean {
    const { width, height } = this.#situation.shot.picture;
    const blocking = this.#standingOn(only, level);
    let [inside, open] = [0, 0];
    for (const [x, y] of spots) {
      const place = this.pixel(x, y, level);
      const [u, v] = [Math.floor(place[0]), Math.floor(place[1])];
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      inside += 1;
      if (this.#isGround(v * width + u, only) && this.#isFree(x, y, blocking)) open += 1;
    }
    return inside >= LEAST_INSIDE * spots.length && open >= LEAST_SHARE * inside;
  }

  /** The pixels that show free ground in an area: 255 there. */
  mask({ includes, spots, only, level }: FreeArea): Uint8Array {
    const { width, height } = this.#situation.shot.picture;
    const mask = new Uint8Array(width * height);
    const blocking = this.#standingOn(only, level);
    const places = spots.map(([x, y]) => this.pixel(x, y, level));
    const [left, right] = range(places, 0, width);
    const [top, bottom] = range(places, 1, height);
    for (let v = top; v < bottom; v += 1) {
      for (let u = left; u < right; u += 1) {
        if (!this.#isGround(v * width + u, only)) continue;
        const [x, y] = this.point(u + 0.5, v + 0.5, level);
        if (includes(x, y) && this.#isFree(x, y, blocking)) mask[v * width + u] = 255;
      }
    }
    return mask;
  }

  #isGround(pixel: number, only: number | undefined): boolean {
    const id = this.#situation.shot.picture.segmentation[pixel] ?? 0;
    return only === undefined ? this.#ids.has(id) : id === only;
  }

  #standingOn(only: number | undefined, level: number | undefined): readonly Footprint[] {
    return this.#blocking.get(level === undefined ? undefined : only) ?? [];
  }

  #isFree(x: number, y: number, blocking: readonly Footprint[]): boolean {
    for (const footprint of blocking) if (footprint.isWithin(x, y, this.#clearance)) return false;
    return true;
  }

  /** Where the line of sight through a place of the picture meets the surface, or another height. */
  point(u: number, v: number, z = this.#situation.place.extent.z): [x: number, y: number] {
    const { extrinsic: m, intrinsic: k } = this.#situation.shot.picture;
    const { eye } = this.#situation;
    const [cx, cy] = [(u - (k[2] ?? 0)) / (k[0] ?? 1), (v - (k[5] ?? 0)) / (k[4] ?? 1)];
    const far = (z - eye[2]) / ((m[2] ?? 0) * cx + (m[6] ?? 0) * cy + (m[10] ?? 0));
    const x = (m[0] ?? 0) * cx + (m[4] ?? 0) * cy + (m[8] ?? 0);
    const y = (m[1] ?? 0) * cx + (m[5] ?? 0) * cy + (m[9] ?? 0);
    return [eye[0] + far * x, eye[1] + far * y];
  }

  /** Where a point of the surface is in the picture. */
  pixel(x: number, y: number, z = this.#situation.place.extent.z): [u: number, v: number] {
    const { extrinsic: m, intrinsic: k } = this.#situation.shot.picture;
    const row = (n: number) => (m[n] ?? 0) * x + (m[n + 1] ?? 0) * y + (m[n + 2] ?? 0) * z + (m[n + 3] ?? 0);
    const deep = row(8);
    return [(k[2] ?? 0) + ((k[0] ?? 0) * row(0)) / deep, (k[5] ?? 0) + ((k[4] ?? 0) * row(4)) / deep];
  }
}

/** Spots lie inside an area: its pixels may be somewhat farther out. */
function range(places: readonly (readonly [number, number])[], k: 0 | 1, most: number): [from: number, to: number] {
  const values = places.map((place) => place[k]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = 0.5 * (high - low) + 4;
  return [Math.max(0, Math.floor(low - more)), Math.min(most, Math.ceil(high + more))];
}
