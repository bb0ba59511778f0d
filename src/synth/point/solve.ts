import type { Setting } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Relation, Side, SpaceExpression, ThingExpression } from './expression.ts';
import { regionNamed } from './follow.ts';
import type { ItemFacts, MeasuredPicture } from './measured-picture.ts';
import type { PointingQuestion } from './question.ts';
import { understand } from './understand.ts';
import { wordsFor } from './vocabulary.ts';

/** A direction holds for a reader within 60° of its axis, and within 25° beyond dispute. Cosines. */
const HOLDS = 0.5;
const BEYOND_DISPUTE = 0.906;
/** How far "immediately" reaches, in metres, as docs/synth.md has it: read there, not in the generator. */
const reaches: Readonly<Record<Setting, number>> = { tabletop: 0.24, room: 0.8, yard: 1.5 };
/** How far a corner reaches, and an edge inwards, in shorter sides of its mat, at most and at least. */
const CORNER = { most: 0.55, least: 0.3 };
const EDGE = { most: 0.36, least: 0.22 };
/** What is seen through a mouth is so near to the middle of its thing, in parts of half its width, at most and at least. */
const MOUTH = { most: 0.98, least: 0.6 };
/** Who comes second is at least so many times as far, as large, or looks so much farther past. */
const SECOND = 1.08;
const LOOKS = 0.1;
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
  const nouns = new Map(items.flatMap(({ kind }) => wordsFor(kind).map((word) => [word, kind] as const)));
  const meant = understand(prompt, { nouns, regions: regions.map(({ name }) => name) });
  if ('space' in meant) return checkSpace(meant, mask, look);
  const [found, ...others] = find(meant, look);
  if (!found || others.length > 0) return 'the solver finds no thing, or several';
  return found.item.id === target && coversItem(mask, look, found.item.id)
    ? undefined
    : 'the solver finds another thing';
}

/** Everything that may be meant. */
function find(meant: ThingExpression, look: MeasuredPicture): ItemFacts[] {
  const { facts } = look;
  const { material } = meant.by === 'relation' ? meant : {};
  if (meant.kind === '' && meant.by === 'relation' && material === undefined)
    return meant.to.flatMap((to) => find(to, look)).flatMap((below) => facts.filter((each) => liesOn(each, below)));
  const all = facts.filter(({ item }) =>
    material === undefined ? item.kind === meant.kind : item.material === material,
  );
  if (meant.by === 'name')
    return all.filter(({ item: { colour, material, size } }) => [colour, material, size].includes(meant.adjective));
  const { off } = meant;
  const peers = off === undefined ? all : all.filter((each) => !isOn(each, off, look));
  if (meant.by === 'extreme') {
    const { which, rank } = meant;
    const key =
      which === 'leftmost' || which === 'rightmost'
        ? 'u'
        : which === 'nearest' || which === 'farthest'
          ? 'distance'
          : 'height';
    const sign = which === 'rightmost' || which === 'farthest' || which === 'largest' ? -1 : 1;
    return peers.toSorted((a, b) => sign * (a[key] - b[key])).slice(rank - 1, rank);
  }
  const anchors = meant.to.map((to) => find(to, look));
  return at(anchors, 0).flatMap((a) =>
    (anchors[1] ?? [a]).flatMap((b) =>
      related(
        meant.relation,
        peers.filter((each) => each !== a && each !== b),
        a,
        b,
        look,
      ),
    ),
  );
}

function related(
  relation: Relation,
  peers: readonly ItemFacts[],
  a: ItemFacts,
  b: ItemFacts,
  look: MeasuredPicture,
): ItemFacts[] {
  const far = (each: ItemFacts) => Math.sqrt((each.x - a.x) ** 2 + (each.y - a.y) ** 2 + (each.z - a.z) ** 2);
  const best = (list: readonly ItemFacts[], sign: number) => {
    const [first, second] = list.toSorted((one, other) => sign * (far(one) - far(other)));
    if (!first || !second) return first ? [first] : [];
    const [less, more] = [Math.min(far(first), far(second)), Math.max(far(first), far(second))];
    return more > (sign > 0 ? SECOND : 1 + (SECOND - 1) / 2) * less ? [first] : [first, second];
  };
  switch (relation.by) {
    case 'side': {
      const axis = axisOf(look, a, relation.side, relation.own);
      return best(
        peers.filter((each) => cosine(axis, each, a) >= HOLDS),
        1,
      );
    }
    case 'seen': {
      const away = towards(b, a);
      const axis = { left: [-away[1], away[0]], right: [away[1], -away[0]], front: [-away[0], -away[1]], back: away };
      const [x = 0, y = 0] = axis[relation.side];
      return best(
        peers.filter((each) => cosine([x, y], each, a) >= HOLDS),
        1,
      );
    }
    case 'closest':
      return best(peers, 1);
    case 'farthest':
      return best(peers, -1);
    case 'between':
      return peers.filter((each) => isAmid(each, a, b, 0.3));
    case 'facing': {
      const looks = (each: ItemFacts) => cosine(each.front, a, each);
      const [first, second] = peers.toSorted((one, other) => looks(other) - looks(one));
      return first && second && looks(first) < looks(second) + LOOKS ? [first, second] : first ? [first] : [];
    }
    case 'on':
      return peers.filter((each) => liesOn(each, a));
    case 'under':
      return peers.filter((each) => liesOn(a, each));
  }
}

function coversItem(mask: Uint8Array, { shot }: MeasuredPicture, id: number): boolean {
  const { segmentation } = shot.picture;
  for (let i = 0; i < mask.length; i += 1) if ((segmentation[i] === id) !== (mask[i] !== 0)) return false;
  return true;
}

/** Whether the middle of what is seen of it is inside of an outline. */
function isOn({ x, y, low }: ItemFacts, region: string, { place }: MeasuredPicture): boolean {
  const { outline, z } = regionNamed(place.regions, region);
  const isLow = low[2] < z + 0.25 * reaches[place.setting];
  return (
    isLow &&
    outline.every(([ax, ay], n) => {
      const [bx, by] = at(outline, (n + 1) % outline.length);
      return (bx - ax) * (y - ay) >= (by - ay) * (x - ax);
    })
  );
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

type ItemPoint = Pick<ItemFacts, 'x' | 'y'>;
type Axis = readonly [x: number, y: number];

/** A side's direction: the viewer's is the picture's, a thing's own goes by its front, which is told. */
function axisOf({ right, away }: MeasuredPicture, { front }: ItemFacts, side: Side, own: boolean): Axis {
  const [ahead, across] = own ? [front, [front[1], -front[0]] as const] : [[-away[0], -away[1]] as const, right];
  const [x, y] = side === 'left' || side === 'right' ? across : ahead;
  return side === 'left' || side === 'back' ? [-x, -y] : [x, y];
}

/** Of the angle between a direction and where something is from the anchor. */
function cosine([x, y]: Axis, each: ItemPoint, anchor: ItemPoint): number {
  const [dx, dy] = [each.x - anchor.x, each.y - anchor.y];
  return (dx * x + dy * y) / Math.sqrt(dx * dx + dy * dy);
}

function isAmid(each: ItemPoint, a: ItemPoint, b: ItemPoint, wide: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const part = ((each.x - a.x) * dx + (each.y - a.y) * dy) / square;
  return part > 0.1 && part < 0.9 && Math.abs((each.x - a.x) * dy - (each.y - a.y) * dx) < wide * square;
}

function checkSpace(space: SpaceExpression, mask: Uint8Array, look: MeasuredPicture): string | undefined {
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
  may(spot: ItemPoint & { z: number }): boolean;
  must(spot: ItemPoint & { z: number }): boolean;
  of?: number;
}

function judgesOf(space: SpaceExpression, look: MeasuredPicture): Judges | undefined {
  const reach = reaches[look.place.setting];
  // Clearly farther from everything than what could be called occupied.
  const isOpen = ({ x, y }: ItemPoint) =>
    look.facts.every(({ low, high }) => {
      const margin = 0.15 * reach;
      return x < low[0] - margin || x > high[0] + margin || y < low[1] - margin || y > high[1] + margin;
    });
  if (space.space === 'region') return { may: () => true, must: isOpen };
  const found = space.to.map((each) => find(each, look));
  const [anchor, other] = found.flat();
  if (!anchor || found.some(({ length }) => length !== 1)) return undefined;
  if (space.space === 'top') {
    const height = anchor.high[2] - 0.02 * reach;
    const above = look.facts.filter((each) => liesOn(each, anchor));
    const isFree = ({ x, y }: ItemPoint, margin: number) =>
      above.every(
        ({ low, high }) => x < low[0] - margin || x > high[0] + margin || y < low[1] - margin || y > high[1] + margin,
      );
    return {
      may: (spot) => spot.z > height && isFree(spot, 0),
      must: (spot) => spot.z > anchor.high[2] - 0.005 * reach && isFree(spot, 0.08 * reach),
      of: anchor.item.id,
    };
  }
  if (space.space === 'inside') {
    const [ex = 0, ey = 0, ez = 0] = look.shot.camera.position;
    const [{ low, high }, rim] = [anchor, anchor.high[2]];
    const [midX, midY] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    const half = Math.min(high[0] - low[0], high[1] - low[1]) / 2;
    // Where the line of sight to a point passes the height of the rim, in half widths.
    const passes = ({ x, y, z }: ItemPoint & { z: number }) => {
      const part = (ez - rim) / (ez - z);
      return Math.sqrt((ex + part * (x - ex) - midX) ** 2 + (ey + part * (y - ey) - midY) ** 2) / half;
    };
    return {
      may: (spot) => spot.z < rim && passes(spot) < MOUTH.most,
      must: (spot) => spot.z < rim && passes(spot) < MOUTH.least,
      of: anchor.item.id,
    };
  }
  if (space.space === 'edge') {
    const { outline } = regionNamed(look.place.regions, space.region);
    const edges = outline.map(([x, y], n) => new GroundSegment({ x, y }, at(outline, (n + 1) % outline.length)));
    const [edge, next] = edges.toSorted((a, b) => a.distance(anchor) - b.distance(anchor));
    if (!edge || !next || next.distance(anchor) < SECOND * edge.distance(anchor)) return undefined;
    const shorter = Math.min(...edges.map(({ long }) => long));
    return {
      may: (spot) => edge.distance(spot) < EDGE.most * shorter,
      must: (spot) => edge.distance(spot) < EDGE.least * shorter && isOpen(spot),
    };
  }
  if (space.space === 'corner') {
    const { outline } = regionNamed(look.place.regions, space.region);
    const far = (spot: ItemPoint, [x, y]: Axis) => Math.sqrt((spot.x - x) ** 2 + (spot.y - y) ** 2);
    const [corner, next] = outline.toSorted((a, b) => far(anchor, a) - far(anchor, b));
    if (!corner || !next || far(anchor, next) < SECOND * far(anchor, corner)) return undefined;
    const sides = outline.map(([x, y], n) => far({ x, y }, at(outline, (n + 1) % outline.length)));
    const shorter = Math.min(...sides);
    return {
      may: (spot) => far(spot, corner) < CORNER.most * shorter,
      must: (spot) => far(spot, corner) < CORNER.least * shorter && isOpen(spot),
    };
  }
  if (space.space === 'between') {
    if (!other) return undefined;
    const wide = Math.max(anchor.radius, other.radius, 0.2 * reach);
    const long = Math.sqrt((anchor.x - other.x) ** 2 + (anchor.y - other.y) ** 2);
    return {
      may: (spot) => isAmid(spot, anchor, other, (1.5 * wide) / long),
      must: (spot) => isAmid(spot, anchor, other, 0.02) && isOpen(spot),
    };
  }
  const axis = other
    ? towards(anchor, other)
    : 'side' in space
      ? axisOf(look, anchor, space.side, space.own)
      : undefined;
  if (!axis) return undefined;
  const far = (spot: ItemPoint) => Math.sqrt((spot.x - anchor.x) ** 2 + (spot.y - anchor.y) ** 2) - anchor.radius;
  return {
    may: (spot) => cosine(axis, spot, anchor) >= HOLDS && far(spot) < 1.6 * reach,
    must: (spot) => {
      const distance = far(spot);
      const isNear = distance > 0.35 * reach && distance < 0.7 * reach;
      return isNear && cosine(axis, spot, anchor) >= BEYOND_DISPUTE && isOpen(spot);
    },
  };
}

/** From one point of the ground to another. */
class GroundSegment {
  readonly long: number;
  readonly #from: ItemPoint;
  readonly #way: Axis;

  constructor(from: ItemPoint, [x, y]: Axis) {
    this.#from = from;
    this.long = Math.sqrt((x - from.x) ** 2 + (y - from.y) ** 2);
    this.#way = [(x - from.x) / this.long, (y - from.y) / this.long];
  }

  distance({ x, y }: ItemPoint): number {
    const [dx, dy] = [x - this.#from.x, y - this.#from.y];
    const along = dx * this.#way[0] + dy * this.#way[1];
    const beyond = Math.max(0, -along, along - this.long);
    const beside = dx * this.#way[1] - dy * this.#way[0];
    return Math.sqrt(beyond * beyond + beside * beside);
  }
}

function towards(from: ItemPoint, to: ItemPoint): Axis {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  return [dx / length, dy / length];
}
