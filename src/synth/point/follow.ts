import type { Region } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import { adjectivesOf, type Relation, type Superlative, type ThingExpression } from './expression.ts';
import { fitting, inOrder } from './relations.ts';
import { peersOf, type SeenItem, type Situation } from './situation.ts';

/** How relations are read: in space, or otherwise. */
export interface RelationReading {
  seen: readonly SeenItem[];
  fitting(relation: Relation, candidates: readonly SeenItem[], anchors: readonly SeenItem[]): SeenItem[];
  inOrder(which: Superlative, candidates: readonly SeenItem[]): SeenItem[];
  isOn(each: SeenItem, region: string): boolean;
}

/** As things are. */
export function inSpace(situation: Situation): RelationReading {
  return {
    seen: situation.seen,
    inOrder,
    fitting: (relation, candidates, anchors) => fitting(situation, relation, candidates, anchors),
    isOn: (each, region) => overlap(situation, each, region) >= 0,
  };
}

/** Everything that words may mean to who reads them in a certain way. */
export function follow(meant: ThingExpression, reading: RelationReading): SeenItem[] {
  const candidates = candidatesOf(meant, reading);
  if (meant.by === 'name') return candidates.filter(({ item }) => adjectivesOf(item).includes(meant.adjective));
  if (meant.by === 'extreme') return reading.inOrder(meant.which, candidates).slice(meant.rank - 1, meant.rank);
  const found = combinations(meant.to.map((each) => follow(each, reading))).flatMap((anchors) =>
    reading.fitting(meant.relation, candidates, anchors),
  );
  return [...new Set(found)];
}

/** What is of the kind that is asked for; what lies on the region that is not meant is left out. */
export function candidatesOf(
  meant: ThingExpression,
  reading: Pick<RelationReading, 'seen' | 'isOn'>,
): readonly SeenItem[] {
  const all =
    meant.kind === ''
      ? anyOf(reading, meant.by === 'relation' ? meant.material : undefined)
      : peersOf(reading, meant.kind);
  const { off } = meant.by === 'name' ? {} : meant;
  return off === undefined ? all : all.filter((each) => !reading.isOn(each, off));
}

/** What is seen of a material, whatever its kind; without one, what stands on other things. */
export function anyOf({ seen }: Pick<Situation, 'seen'>, material?: string): SeenItem[] {
  return seen.filter(({ item }) => (material === undefined ? item.on !== null : item.material === material));
}

/** One of each list, in every way, none twice. */
export function combinations(lists: readonly (readonly SeenItem[])[]): SeenItem[][] {
  return lists.reduce<SeenItem[][]>(
    (sets, list) => sets.flatMap((set) => list.filter((each) => !set.includes(each)).map((each) => [...set, each])),
    [[]],
  );
}

/** By how many radii a thing's middle is inside of a region's outline; negative outside. */
export function overlap({ place }: Pick<Situation, 'place'>, { item, x, y, radius }: SeenItem, region: string): number {
  if (item.on !== null) return -Infinity;
  const { outline } = regionNamed(place.regions, region);
  return Math.min(...outline.map((corner, n) => inside(corner, at(outline, (n + 1) % outline.length), x, y))) / radius;
}

export function regionNamed(regions: readonly Region[], name: string): Region {
  const found = regions.find((region) => region.name === name);
  if (!found) throw new Error(`the place has no ${name}`);
  return found;
}

/** How far a point is to the left of a line, which is inside of a counter-clockwise outline. */
function inside(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  x: number,
  y: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  return (dx * (y - ay) - dy * (x - ax)) / Math.sqrt(dx * dx + dy * dy);
}
