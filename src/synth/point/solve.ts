import type { Setting } from '../../scenes/index.ts';
import type { ItemFacts, MeasuredPicture } from './measured-picture.ts';
import type { PointingQuestion } from './question.ts';
import { type Meaning, understand, type Wanted } from './understand.ts';

/** A direction holds for a reader within 60° of its axis, and within 25° beyond dispute. Cosines. */
const HOLDS = 0.5;
const BEYOND_DISPUTE = 0.906;
/** How far "immediately" reaches, in metres, as docs/synth.md has it: read there, not in the generator. */
const reaches: Readonly<Record<Setting, number>> = { tabletop: 0.24, room: 0.8, yard: 1.5 };
/** Of the points that are checked, so many must agree. */
const AGREE = 0.95;
const COMPLETE = 0.8;

/**
 * Answers a question from its words and from what the picture shows, by other means than it was made with: things are where their
 * pixels and depths say. Returns why the question must not be asked, or nothing.
 */
export function solve(
  { prompt, mask, target }: Pick<PointingQuestion, 'prompt' | 'mask' | 'target'>,
  look: MeasuredPicture,
): string | undefined {
  const { items, regions } = look.place;
  const nouns = [...items.flatMap(({ kind, name }) => [kind, name]), ...regions.map(({ name }) => name)];
  const wanted = understand(prompt, [...new Set(nouns)]);
  if ('thing' in wanted) {
    const [found, ...others] = find(wanted.thing, look);
    if (!found || others.length > 0) return 'the solver finds no thing, or several';
    return found.item.id === target && coversItem(mask, look, found.item.id)
      ? undefined
      : 'the solver finds another thing';
  }
  return checkSpace(wanted.space, mask, look);
}

/** Everything that may be meant. */
function find(meaning: Meaning, look: MeasuredPicture): ItemFacts[] {
  const { facts } = look;
  if (meaning.how === 'name') return facts.filter(({ item }) => item.name === meaning.name);
  if (meaning.how === 'top')
    return find(meaning.of, look).flatMap((below) => facts.filter((each) => liesOn(each, below)));
  const peers = facts.filter(({ item }) => item.kind === meaning.kind);
  if (meaning.how === 'row') {
    const row = peers.toSorted((a, b) => (meaning.from === 'left' ? a.u - b.u : b.u - a.u));
    return row.slice(meaning.place, meaning.place + 1);
  }
  if (meaning.how === 'extreme') {
    const { which } = meaning;
    const key = which === 'leftmost' || which === 'rightmost' ? 'u' : 'distance';
    const sign = which === 'rightmost' || which === 'farthest' ? -1 : 1;
    return peers.toSorted((a, b) => sign * (a[key] - b[key])).slice(0, 1);
  }
  if (meaning.how === 'between') {
    const [firsts, seconds] = [find(meaning.first, look), find(meaning.second, look)];
    return firsts.flatMap((a) => seconds.flatMap((b) => peers.filter((each) => isAmid(each, a, b, 0.3))));
  }
  return find(meaning.of, look).flatMap((anchor) => {
    if (meaning.how === 'beside') return peers.filter((each) => cosine(look, each, anchor, meaning.side) >= HOLDS);
    const far = (each: ItemFacts) => Math.sqrt((each.x - anchor.x) ** 2 + (each.y - anchor.y) ** 2);
    const [first, second] = peers.toSorted((a, b) => far(a) - far(b));
    return first && second && far(second) > 1.08 * far(first) ? [first] : peers;
  });
}

function coversItem(mask: Uint8Array, { shot }: MeasuredPicture, id: number): boolean {
  const { segmentation } = shot.picture;
  for (let i = 0; i < mask.length; i += 1) if ((segmentation[i] === id) !== (mask[i] !== 0)) return false;
  return true;
}

/** Above its top, over its middle. */
function liesOn(each: ItemFacts, below: ItemFacts): boolean {
  const inside = (k: 0 | 1, value: number) => value > below.low[k] && value < below.high[k];
  return (
    each !== below &&
    inside(0, each.x) &&
    inside(1, each.y) &&
    each.low[2] > below.high[2] - 0.25 * (each.high[2] - each.low[2])
  );
}

type GroundPoint = Pick<ItemFacts, 'x' | 'y'>;

/** Of the angle between a side's direction and where something is from the anchor. */
function cosine({ right, away }: MeasuredPicture, each: GroundPoint, anchor: GroundPoint, side: string): number {
  const [dx, dy] = [each.x - anchor.x, each.y - anchor.y];
  const sideways = side === 'to the left of' || side === 'to the right of';
  const [x, y] = sideways ? right : away;
  const sign = side === 'to the left of' || side === 'in front of' ? -1 : 1;
  return (sign * (dx * x + dy * y)) / Math.sqrt(dx * dx + dy * dy);
}

function isAmid(each: GroundPoint, a: GroundPoint, b: GroundPoint, wide: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const part = ((each.x - a.x) * dx + (each.y - a.y) * dy) / square;
  return part > 0.1 && part < 0.9 && Math.abs((each.x - a.x) * dy - (each.y - a.y) * dx) < wide * square;
}

type Space = Extract<Wanted, { space: unknown }>['space'];

function checkSpace(space: Space, mask: Uint8Array, look: MeasuredPicture): string | undefined {
  const { picture } = look.shot;
  const { regions, extent } = look.place;
  const flat = regions.filter(({ z, outline }) => outline.length > 2 && Math.abs(z - extent.z) < 0.02);
  const judges = judgesOf(space, look);
  if (!judges) return 'the solver does not know beside what';
  const ground = new Set(
    judges.of === undefined
      ? flat.flatMap(({ name, id }) => ('region' in space && name !== space.region ? [] : (id ?? [])))
      : [judges.of],
  );
  let [inside, right, sure, covered] = [0, 0, 0, 0];
  for (let v = 2; v < picture.height; v += 5) {
    for (let u = 2; u < picture.width; u += 5) {
      const i = v * picture.width + u;
      const id = picture.segmentation[i] ?? 0;
      const isIn = (mask[i] ?? 0) > 0;
      if (!isIn && !ground.has(id)) continue;
      const [x, y, z] = look.point(u, v);
      if (isIn) {
        inside += 1;
        if (ground.has(id) && judges.may({ x, y, z })) right += 1;
      }
      if (judges.must({ x, y, z })) {
        sure += 1;
        if (isIn) covered += 1;
      }
    }
  }
  if (right < AGREE * inside || inside === 0) return 'the solver finds other free space';
  return sure >= 10 && covered < COMPLETE * sure ? 'the solver finds more free space' : undefined;
}

/** What may be in the mask, and what must be; the item whose top it is, if it is one. */
interface Judges {
  may(spot: GroundPoint & { z: number }): boolean;
  must(spot: GroundPoint & { z: number }): boolean;
  of?: number;
}

function judgesOf(space: Space, look: MeasuredPicture): Judges | undefined {
  const reach = reaches[look.place.setting];
  // Clearly farther from everything than what could be called occupied.
  const isOpen = ({ x, y }: GroundPoint) =>
    look.facts.every(({ low, high }) => {
      const margin = 0.15 * reach;
      return x < low[0] - margin || x > high[0] + margin || y < low[1] - margin || y > high[1] + margin;
    });
  if ('region' in space) return { may: () => true, must: isOpen };
  if ('top' in space) {
    const [below, ...others] = find(space.top, look);
    if (!below || others.length > 0) return undefined;
    const height = below.high[2] - 0.02 * reach;
    const above = look.facts.filter((each) => liesOn(each, below));
    const isFree = ({ x, y }: GroundPoint) =>
      above.every(({ low, high }) => x < low[0] || x > high[0] || y < low[1] || y > high[1]);
    const isTop = (spot: GroundPoint & { z: number }) => spot.z > height && isFree(spot);
    return { may: isTop, must: isTop, of: below.item.id };
  }
  if ('between' in space) {
    const [[a], [b]] = [find(space.between[0], look), find(space.between[1], look)];
    if (!a || !b) return undefined;
    const wide = Math.max(a.radius, b.radius, 0.2 * reach);
    const long = Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
    return {
      may: (spot) => isAmid(spot, a, b, (1.5 * wide) / long),
      must: (spot) => isAmid(spot, a, b, 0.02) && isOpen(spot),
    };
  }
  const [anchor, ...others] = find(space.of, look);
  if (!anchor || others.length > 0) return undefined;
  const far = (spot: GroundPoint) => Math.sqrt((spot.x - anchor.x) ** 2 + (spot.y - anchor.y) ** 2) - anchor.radius;
  return {
    may: (spot) => cosine(look, spot, anchor, space.side) >= HOLDS && far(spot) < 1.6 * reach,
    must: (spot) => {
      const distance = far(spot);
      const isNear = distance > 0.35 * reach && distance < 0.7 * reach;
      return isNear && cosine(look, spot, anchor, space.side) >= BEYOND_DISPUTE && isOpen(spot);
    },
  };
}
