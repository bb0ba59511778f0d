import { cos, sin } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import type { Relation, Side, Superlative } from './expression.ts';
import type { SeenItem, Situation } from './situation.ts';

/** A direction is beyond doubt within 45° of its axis, excluded beyond 80°, and holds at all within 60°. Cosines. */
const SURE = Math.SQRT1_2;
const EXCLUDED = 0.174;
const HOLDS = 0.5;
/** How much farther the second nearest must be, as a factor, and how much larger the second largest may not be. */
const FARTHER = 1.3;
const LARGER = 1.6;
/** Least distance between two things' middles in the picture for "leftmost", in pixels. */
const APART = 24;
/** How much farther from the camera, as a factor. */
const DEEPER = 1.1;
/** What faces something looks at it to 25°; others look at least 45° past it. Cosines. */
const FACES = 0.906;
const LOOKS_AWAY = Math.SQRT1_2;
/** Who looks at something stands so many times as far from it as the two would touch. */
const AWAY = 2;

type GroundDirection = readonly [x: number, y: number];

/** The ground directions of a side: as the picture's axes have it, and the line of sight to the anchor; or as the anchor's own front has it. */
export function axesOf(
  { lens }: Pick<Situation, 'lens'>,
  anchor: SeenItem,
  side: Side,
  own: boolean,
): GroundDirection[] {
  if (own) return [turned([cos(anchor.item.yaw), sin(anchor.item.yaw)], side)];
  const [dx, dy] = [anchor.x - lens.eye[0], anchor.y - lens.eye[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  // Who looks at something has its front before them: it is on this side of it.
  return [lens.away, [dx / length, dy / length] as const].map((away) =>
    turned(away, side === 'front' ? 'back' : side === 'back' ? 'front' : side),
  );
}

function turned([x, y]: GroundDirection, side: Side): GroundDirection {
  if (side === 'left') return [-y, x];
  if (side === 'right') return [y, -x];
  return side === 'front' ? [x, y] : [-x, -y];
}

/** The least and the most of the cosines between several directions from an anchor, and that to another thing. */
function cosines(axes: readonly GroundDirection[], each: SeenItem, anchor: SeenItem): [least: number, most: number] {
  const dx = each.x - anchor.x;
  const dy = each.y - anchor.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  let least = Infinity;
  let most = -Infinity;
  for (const axis of axes) {
    const cosine = (dx * axis[0] + dy * axis[1]) / length;
    least = Math.min(least, cosine);
    most = Math.max(most, cosine);
  }
  return [least, most];
}

/** As who stands at one thing has the sides of another. */
function axesSeenFrom(anchor: SeenItem, viewer: SeenItem, side: Side): GroundDirection[] {
  const [dx, dy] = [viewer.x - anchor.x, viewer.y - anchor.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const near: GroundDirection = [dx / length, dy / length];
  if (side === 'front' || side === 'back') return [turned(near, side)];
  // Left of it, for who faces it, is to the right of who stands there and looks back.
  return [turned(near, side === 'left' ? 'right' : 'left')];
}

/** The directions of a side in which something must lie. */
function axesFor(
  situation: Situation,
  relation: Extract<Relation, { side: Side }>,
  anchors: readonly SeenItem[],
): GroundDirection[] {
  const [anchor, { side }] = [at(anchors, 0), relation];
  return relation.by === 'seen'
    ? axesSeenFrom(anchor, at(anchors, 1), side)
    : axesOf(situation, anchor, side, relation.own);
}

/** The one of several that a relation means, beyond doubt; undefined where there is none, or somebody might see it otherwise. */
export function certain(
  situation: Situation,
  relation: Relation,
  candidates: readonly SeenItem[],
  anchors: readonly SeenItem[],
): SeenItem | undefined {
  const { margin } = situation.demands;
  const anchor = at(anchors, 0);
  const others = candidates.filter((each) => !anchors.includes(each));
  const factor = 1 + (FARTHER - 1) * margin;
  switch (relation.by) {
    case 'side':
    case 'seen': {
      if (relation.by === 'side' && relation.own && !anchor.item.front) return undefined;
      if (relation.by === 'seen' && !isViewer(at(anchors, 1), anchor)) return undefined;
      // Those that stand elsewhere (on a table) are neither before nor beside what stands on the floor.
      if (others.some(({ item }) => item.on !== anchor.item.on)) return undefined;
      const axes = axesFor(situation, relation, anchors);
      const possible = others.filter((each) => cosines(axes, each, anchor)[1] > EXCLUDED);
      const first = nearest(possible, anchor, factor);
      const isSure = first && cosines(axes, first, anchor)[0] >= leastFor(situation);
      return isSure && distance(first, anchor) > 1.1 * (first.radius + anchor.radius) ? first : undefined;
    }
    case 'closest':
      return nearest(others, anchor, factor);
    case 'farthest': {
      const [first, second] = leastTwo(others, (each) => -distance(each, anchor));
      const by = 1 + 0.5 * (FARTHER - 1) * margin;
      return first && second && distance(first, anchor) >= by * distance(second, anchor) ? first : undefined;
    }
    case 'between': {
      const second = at(anchors, 1);
      if (others.some(({ item }) => item.on !== anchor.item.on) || second.item.on !== anchor.item.on) return undefined;
      const [first, ...more] = others.filter((each) => amid(each, anchor, second) !== 'no');
      return first && more.length === 0 && amid(first, anchor, second) === 'yes' ? first : undefined;
    }
    case 'facing': {
      const [first, second] = leastTwo(others, (each) => -facing(each, anchor));
      if (!first || !second || !first.item.front) return undefined;
      return facing(first, anchor) >= FACES && facing(second, anchor) <= LOOKS_AWAY ? first : undefined;
    }
    case 'on':
    case 'under': {
      const found = fitting(situation, relation, candidates, anchors);
      return found.length === 1 ? found[0] : undefined;
    }
  }
}

/** Whether two things may stand for a relation to a third, as far as that alone tells: most pairs do not. */
export function mayMean(
  situation: Situation,
  relation: Relation,
  [anchor, second]: readonly SeenItem[],
  target: SeenItem,
): boolean {
  if (!anchor || !second) return true;
  if (target.item.on !== anchor.item.on) return false;
  if (relation.by === 'between') return second.item.on === anchor.item.on && amid(target, anchor, second) === 'yes';
  if (relation.by !== 'seen') return true;
  const axes = axesSeenFrom(anchor, second, relation.side);
  return isViewer(second, anchor) && cosines(axes, target, anchor)[0] >= leastFor(situation);
}

/** How near to its axis a side must be. */
function leastFor({ demands: { margin } }: Situation): number {
  return Math.min(0.9, SURE * (0.75 + 0.25 * margin));
}

/** Everything that a relation may mean, read without margins. */
export function fitting(
  situation: Situation,
  relation: Relation,
  candidates: readonly SeenItem[],
  anchors: readonly SeenItem[],
): SeenItem[] {
  const anchor = at(anchors, 0);
  const others = candidates.filter((each) => !anchors.includes(each));
  const least = (list: readonly SeenItem[], rank: (each: SeenItem) => number) => leastTwo(list, rank).slice(0, 1);
  switch (relation.by) {
    case 'side':
    case 'seen': {
      if (relation.by === 'side' && relation.own && !anchor.item.front) return [];
      const axes = axesFor(situation, relation, anchors);
      const there = others.filter((each) => cosines(axes, each, anchor)[0] >= HOLDS);
      return least(there, (each) => distance(each, anchor));
    }
    case 'closest':
      return least(others, (each) => distance(each, anchor));
    case 'farthest':
      return least(others, (each) => -distance(each, anchor));
    case 'between':
      return others.filter((each) => amid(each, anchor, at(anchors, 1)) !== 'no');
    case 'facing':
      return least(
        others.filter(({ item }) => item.front),
        (each) => -facing(each, anchor),
      );
    case 'on':
      return others.filter(({ item }) => item.on === anchor.item.id);
    case 'under':
      return others.filter(({ item }) => item.id === anchor.item.on);
  }
}

/** Whether somebody stands there, not too near to what is looked at. */
function isViewer({ item, x, y, radius }: SeenItem, anchor: SeenItem): boolean {
  const far = Math.sqrt((x - anchor.x) ** 2 + (y - anchor.y) ** 2);
  return item.kind === 'person' && item.on === null && far > AWAY * (radius + anchor.radius);
}

/** The first two in the order of a number; of equals, those that come first. */
function leastTwo(list: readonly SeenItem[], rank: (each: SeenItem) => number): SeenItem[] {
  let first: SeenItem | undefined;
  let second: SeenItem | undefined;
  let [least, next] = [Infinity, Infinity];
  for (const each of list) {
    const own = rank(each);
    if (!first || own < least) {
      [second, next] = [first, least];
      [first, least] = [each, own];
    } else if (!second || own < next) [second, next] = [each, own];
  }
  return [first ?? [], second ?? []].flat();
}

/** The nearest of several to an anchor, if the second is clearly farther: by middles and by edges. */
function nearest(candidates: readonly SeenItem[], anchor: SeenItem, factor: number): SeenItem | undefined {
  const [first, second] = leastTwo(candidates, (each) => distance(each, anchor));
  if (!first || !second) return first;
  if (distance(second, anchor) < factor * distance(first, anchor)) return undefined;
  const gap = (a: SeenItem) => distance(a, anchor) - a.radius - anchor.radius;
  return gap(second) > gap(first) + 0.3 * (first.radius + anchor.radius) ? first : undefined;
}

/** The cosine of the angle between where something looks and where the other is from it. */
function facing(each: SeenItem, { x, y }: SeenItem): number {
  const [dx, dy] = [x - each.x, y - each.y];
  return (cos(each.item.yaw) * dx + sin(each.item.yaw) * dy) / Math.sqrt(dx * dx + dy * dy);
}

/** Of several, in order of a superlative, the first of which nobody would dispute its place; undefined where somebody might. */
export function certainExtreme(
  { demands: { margin } }: Situation,
  which: Superlative,
  rank: number,
  candidates: readonly SeenItem[],
): SeenItem | undefined {
  const order = inOrder(which, candidates);
  const found = order[rank - 1];
  if (!found || order.length < rank + 1) return undefined;
  const isApart = (a: SeenItem, b: SeenItem) => {
    if (which === 'leftmost' || which === 'rightmost') {
      const edges = which === 'leftmost' ? b.box.left - a.box.left : a.box.right - b.box.right;
      return Math.abs(b.u - a.u) >= APART * margin && edges > 6;
    }
    const size = (each: SeenItem) => (which === 'largest' || which === 'smallest' ? volume(each) : each.distance);
    const by = which === 'largest' || which === 'smallest' ? LARGER : 1 + (DEEPER - 1) * margin;
    return Math.max(size(a), size(b)) >= by * Math.min(size(a), size(b));
  };
  return order.slice(0, rank).every((each, n) => isApart(each, at(order, n + 1))) ? found : undefined;
}

export function inOrder(which: Superlative, candidates: readonly SeenItem[]): SeenItem[] {
  const sign = which === 'rightmost' || which === 'farthest' || which === 'largest' ? -1 : 1;
  const rankOf = (each: SeenItem) => {
    if (which === 'leftmost' || which === 'rightmost') return each.u;
    return which === 'largest' || which === 'smallest' ? volume(each) : each.distance;
  };
  return candidates.toSorted((a, b) => sign * (rankOf(a) - rankOf(b)));
}

function volume({ item: { half } }: SeenItem): number {
  return half[0] * half[1] * half[2];
}

/** Whether something lies between two others, seen from above. */
function amid(a: SeenItem, b: SeenItem, c: SeenItem): 'yes' | 'no' | 'unclear' {
  const [dx, dy] = [c.x - b.x, c.y - b.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const part = ((a.x - b.x) * dx + (a.y - b.y) * dy) / (length * length);
  const off = Math.abs((a.x - b.x) * dy - (a.y - b.y) * dx) / length;
  const isFree = length > b.radius + c.radius + 2.4 * a.radius;
  if (part > 0.2 && part < 0.8 && off < 0.2 * length && off < Math.max(b.radius, c.radius) + 0.6 * a.radius && isFree)
    return 'yes';
  return part < 0.03 || part > 0.97 || off > 0.42 * length ? 'no' : 'unclear';
}

/** Between middles, in space. */
function distance(a: Pick<SeenItem, 'x' | 'y' | 'z'>, b: Pick<SeenItem, 'x' | 'y' | 'z'>): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
}
