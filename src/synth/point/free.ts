import { cos, sin } from '../../geometry/index.ts';
import type { Item, Setting } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Side } from './expression.ts';
import { regionNamed } from './follow.ts';
import { axesOf } from './relations.ts';
import type { SeenItem, Situation } from './situation.ts';

/** How far a free space may be from what it is beside, how near to anything, and how long a gap between two things must be; metres. */
export const scales: Readonly<Record<Setting, { reach: number; clearance: number; gap: number }>> = {
  tabletop: { reach: 0.24, clearance: 0.012, gap: 0.1 },
  room: { reach: 0.8, clearance: 0.04, gap: 0.35 },
  yard: { reach: 1.5, clearance: 0.08, gap: 0.7 },
};

/** The free space ends 42° to either side of its direction. A cosine. */
const WITHIN = 0.743;
/** A corner reaches so far along the shorter side, an edge so far inwards; the second nearest is so many times as far. */
const CORNER = 0.45;
const EDGE = 0.3;
const NEXT = 1.25;

type GroundPoint = readonly [x: number, y: number];

/** An area of the ground, with sample points all over it. */
export interface FreeArea {
  includes(x: number, y: number): boolean;
  spots: readonly GroundPoint[];
  /** Only what has this number in the segmentation. */
  only?: number;
  /** How high it lies, where it is the top of an item, which then has that number; the main surface otherwise. */
  level?: number;
}

/** What free space may be asked for, beside which anchors. */
export type SpaceForm =
  | { space: 'beside'; side: Side; own: boolean }
  | { space: 'towards' | 'between' }
  | { space: 'top' | 'inside' }
  | { space: 'corner' | 'edge'; region: string }
  | { space: 'region'; region: string };

/** The area that is meant; undefined where there is none. */
export function areaOf(situation: Situation, form: SpaceForm, anchors: readonly SeenItem[]): FreeArea | undefined {
  switch (form.space) {
    case 'beside': {
      const anchor = at(anchors, 0);
      if (form.own && !anchor.item.front) return undefined;
      return beside(situation, anchor, meanOf(axesOf(situation, anchor, form.side, form.own)));
    }
    case 'towards': {
      const [anchor, other] = [at(anchors, 0), at(anchors, 1)];
      return beside(situation, anchor, meanOf([[other.x - anchor.x, other.y - anchor.y]]));
    }
    case 'between':
      return between(situation, at(anchors, 0), at(anchors, 1));
    case 'top':
      return onTop(situation, at(anchors, 0));
    case 'inside':
      return inside(at(anchors, 0));
    case 'edge':
      return alongEdge(situation, form.region, at(anchors, 0));
    case 'corner':
      return cornerOf(situation, form.region, at(anchors, 0));
    case 'region':
      return allOf(situation, form.region);
  }
}

/** Right beside something that stands on the main surface, in a direction. */
function beside(situation: Situation, anchor: SeenItem, along: GroundPoint): FreeArea | undefined {
  if (anchor.item.on !== null) return undefined;
  const { reach, clearance } = scales[situation.place.setting];
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

/** The direction amid several. */
function meanOf(axes: readonly GroundPoint[]): GroundPoint {
  const sum = (k: 0 | 1) => axes.reduce((total, axis) => total + axis[k], 0);
  const [x, y] = [sum(0), sum(1)];
  const length = Math.sqrt(x ** 2 + y ** 2);
  return [x / length, y / length];
}

/** Between two things, if they are far enough apart, and not too far. */
function between({ place }: Situation, a: SeenItem, b: SeenItem): FreeArea | undefined {
  if (a.item.on !== null || b.item.on !== null) return undefined;
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
function onTop({ place }: Situation, { item }: SeenItem): FreeArea | undefined {
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

/** What is seen of a thing through its mouth. */
function inside({ item: { mouth, position, id } }: SeenItem): FreeArea | undefined {
  if (!mouth) return undefined;
  const { radius, z } = mouth;
  const parts = [-0.6, -0.2, 0.2, 0.6];
  const spots = parts.flatMap((a) => parts.map((b) => [position[0] + a * radius, position[1] + b * radius] as const));
  return {
    spots,
    only: id,
    level: position[2] + z,
    includes: (x, y) => (x - position[0]) ** 2 + (y - position[1]) ** 2 <= radius * radius,
  };
}

/** Along the edge of a mat that is nearest to something, if that is beyond doubt. */
function alongEdge({ place }: Situation, region: string, { x, y }: SeenItem): FreeArea | undefined {
  const { outline, id } = regionNamed(place.regions, region);
  if (id === undefined) return undefined;
  const edges = outline.map((from, n): Edge => ({ from, to: at(outline, (n + 1) % outline.length) }));
  const far = (edge: Edge) => distanceToEdge(edge, x, y);
  const [first, second] = edges.toSorted((a, b) => far(a) - far(b));
  if (!first || !second || far(second) < NEXT * far(first)) return undefined;
  const reach = EDGE * Math.min(...edges.map(lengthOf));
  const { from, to } = first;
  const long = lengthOf(first);
  const [dx, dy] = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
  const spots = [0.08, 0.25, 0.42, 0.58, 0.75, 0.92].flatMap((part) =>
    [0.15, 0.5, 0.85].map((in_) => {
      const [along, inwards] = [part * long, in_ * reach];
      return [from[0] + along * dx - inwards * dy, from[1] + along * dy + inwards * dx] as const;
    }),
  );
  // To the left of its edges, which go round counter-clockwise, is inside.
  return { spots, only: id, includes: (px, py) => dx * (py - from[1]) - dy * (px - from[0]) <= reach };
}

interface Edge {
  from: GroundPoint;
  to: GroundPoint;
}

function lengthOf({ from, to }: Edge): number {
  return Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
}

function distanceToEdge(edge: Edge, x: number, y: number): number {
  const { from, to } = edge;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const part = ((x - from[0]) * dx + (y - from[1]) * dy) / lengthOf(edge) ** 2;
  const along = Math.min(1, Math.max(0, part));
  return Math.sqrt((from[0] + along * dx - x) ** 2 + (from[1] + along * dy - y) ** 2);
}

/** The corner of a mat that is nearest to something, if that is beyond doubt; anywhere near it, along the mat. */
function cornerOf({ place }: Situation, region: string, { x, y }: SeenItem): FreeArea | undefined {
  const { outline, id } = regionNamed(place.regions, region);
  if (id === undefined) return undefined;
  const far = (corner: GroundPoint) => Math.sqrt((corner[0] - x) ** 2 + (corner[1] - y) ** 2);
  const [first, second] = outline.toSorted((a, b) => far(a) - far(b));
  if (!first || !second || far(second) < NEXT * far(first)) return undefined;
  const middle = middleOf(outline);
  const shorter = 2 * Math.min(Math.abs(first[0] - middle[0]), Math.abs(first[1] - middle[1]));
  const reach = CORNER * shorter;
  const sign = [Math.sign(middle[0] - first[0]), Math.sign(middle[1] - first[1])] as const;
  const spots = [0.1, 0.3, 0.55, 0.8].flatMap((a) =>
    [0.1, 0.3, 0.55, 0.8]
      .filter((b) => a * a + b * b < 1)
      .map((b) => [first[0] + sign[0] * a * reach, first[1] + sign[1] * b * reach] as const),
  );
  return { spots, only: id, includes: (px, py) => (px - first[0]) ** 2 + (py - first[1]) ** 2 <= reach * reach };
}

export function middleOf(outline: readonly GroundPoint[]): GroundPoint {
  const mean = (k: 0 | 1) => outline.reduce((sum, corner) => sum + corner[k], 0) / outline.length;
  return [mean(0), mean(1)];
}

/** All of a mat. */
function allOf({ place: { regions, extent } }: Situation, region: string): FreeArea | undefined {
  const { outline, id } = regionNamed(regions, region);
  if (id === undefined) return undefined;
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, right] = [Math.max(Math.min(...xs), -extent.half[0]), Math.min(Math.max(...xs), extent.half[0])];
  const [near, far] = [Math.min(...ys), Math.max(...ys)];
  const parts = [0.15, 0.38, 0.62, 0.85];
  const spots = parts.flatMap((a) => parts.map((b) => [left + a * (right - left), near + b * (far - near)] as const));
  return { includes: () => true, spots, only: id };
}

/** What an item covers, ready to be asked about many points. */
export class Footprint {
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

  /** Whether any point of a rectangle may not be farther from it than a distance. */
  mayReach(left: number, right: number, near: number, far: number, distance: number): boolean {
    // A hair more, because what is worked out may be a little off.
    const reach = 1.001 * (this.radius + distance);
    return this.#x + reach > left && this.#x - reach < right && this.#y + reach > near && this.#y - reach < far;
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
