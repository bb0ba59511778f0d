import type { SeenItem, Situation } from './situation.ts';

/** Whether something is so, is not so, or might be disputed. */
export type RelationVerdict = 'yes' | 'no' | 'unclear';

/** Relations to one anchor, in the words of prompts, all as the camera sees them. */
export const sides = ['to the left of', 'to the right of', 'in front of', 'behind'] as const;
export type Side = (typeof sides)[number];
export const superlatives = ['leftmost', 'rightmost', 'closest', 'farthest'] as const;
export type Superlative = (typeof superlatives)[number];

/** A direction is beyond doubt within 42° of its axis, and excluded beyond 85°. Cosines. */
const SURE = 0.743;
const EXCLUDED = 0.09;
/** How much farther the second nearest must be: as a factor, and in the radius of the anchor. */
const FARTHER = 1.35;
/** Least distance between two things' middles in the picture for "leftmost", in pixels. */
const APART = 24;
/** How much farther from the camera, as a factor. */
const DEEPER = 1.1;

/** The ground direction of a side, along the picture's axes and along the line of sight to the anchor: both must agree. */
export function axesOf(
  { away, right, eye }: Pick<Situation, 'away' | 'right' | 'eye'>,
  { x, y }: { x: number; y: number },
  side: Side,
) {
  const [dx, dy] = [x - eye[0], y - eye[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const sight = [dx / length, dy / length] as const;
  const sign = side === 'to the left of' || side === 'in front of' ? -1 : 1;
  const sideways = side === 'to the left of' || side === 'to the right of';
  const [a, b] = sideways ? [right, [sight[1], -sight[0]] as const] : [away, sight];
  return [
    [sign * a[0], sign * a[1]],
    [sign * b[0], sign * b[1]],
  ] as const;
}

/** Whether `a` is on that side of `b`. */
export function isBeside(situation: Situation, a: SeenItem, b: SeenItem, side: Side): RelationVerdict {
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [picture, sight] = axesOf(situation, b, side);
  const one = (dx * picture[0] + dy * picture[1]) / length;
  const other = (dx * sight[0] + dy * sight[1]) / length;
  const clearly = Math.min(1, SURE * (0.75 + 0.25 * situation.demands.margin));
  if (Math.min(one, other) >= clearly && length > 1.15 * (a.radius + b.radius) && shows(a, b, side, situation.scale))
    return 'yes';
  return Math.max(one, other) <= EXCLUDED ? 'no' : 'unclear';
}

/** The picture agrees: rectangles apart sideways, feet apart in depth. */
function shows({ sight: { box: a } }: SeenItem, { sight: { box: b } }: SeenItem, side: Side, scale: number): boolean {
  if (side === 'to the left of') return a.right <= b.left + 2 * scale;
  if (side === 'to the right of') return a.left >= b.right - 2 * scale;
  return side === 'in front of' ? a.bottom > b.bottom + 6 * scale : a.bottom < b.bottom - 6 * scale;
}

/** The nearest of several to an anchor, if the second is clearly farther: by middles and by edges. */
export function nearestTo(
  { demands }: Situation,
  candidates: readonly SeenItem[],
  anchor: SeenItem,
): SeenItem | undefined {
  const gap = (a: SeenItem) => distance(a, anchor) - a.radius - anchor.radius;
  const [first, second] = candidates.toSorted((a, b) => distance(a, anchor) - distance(b, anchor));
  const factor = 1 + (FARTHER - 1) * demands.margin;
  if (!first || !second || distance(second, anchor) < factor * distance(first, anchor)) return undefined;
  return gap(second) > gap(first) + 0.3 * (first.radius + anchor.radius) ? first : undefined;
}

/** The one of several that is farthest in a direction of the picture, if beyond doubt. */
export function extreme(
  { demands, scale }: Situation,
  candidates: readonly SeenItem[],
  which: Superlative,
): SeenItem | undefined {
  const [first, second] = candidates.toSorted((a, b) => rankOf(a, which) - rankOf(b, which));
  if (!first || !second) return undefined;
  if (which === 'leftmost' || which === 'rightmost') {
    const [a, b] = [first.sight.box, second.sight.box];
    const edges = which === 'leftmost' ? b.left - a.left : a.right - b.right;
    const isClear = Math.abs(second.u - first.u) >= APART * demands.margin * scale && edges > 6 * scale;
    return isClear ? first : undefined;
  }
  const [near, far] = [Math.min(first.distance, second.distance), Math.max(first.distance, second.distance)];
  return far >= near * (1 + (DEEPER - 1) * demands.margin) ? first : undefined;
}

function rankOf({ u, distance }: SeenItem, which: Superlative): number {
  if (which === 'leftmost' || which === 'rightmost') return which === 'leftmost' ? u : -u;
  return which === 'closest' ? distance : -distance;
}

/** Whether `a` lies between two others. */
export function isBetween(a: SeenItem, b: SeenItem, c: SeenItem): RelationVerdict {
  const [dx, dy] = [c.x - b.x, c.y - b.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const part = ((a.x - b.x) * dx + (a.y - b.y) * dy) / (length * length);
  const off = Math.abs((a.x - b.x) * dy - (a.y - b.y) * dx) / length;
  const free = length > b.radius + c.radius + 2.4 * a.radius;
  if (part > 0.25 && part < 0.75 && off < 0.2 * length && off < Math.max(b.radius, c.radius) + 0.3 * a.radius && free)
    return 'yes';
  return part < 0 || part > 1 || off > 0.55 * length ? 'no' : 'unclear';
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}
