import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { drawn } from '../drawing.ts';
import {
  adjectivesOf,
  isOwn,
  isSeenByOthers,
  type Relation,
  sides,
  superlatives,
  type ThingExpression,
  type Viewed,
  viewed,
  viewedIn,
} from './expression.ts';
import { anyOf, follow, inSpace, overlap } from './follow.ts';
import { certain, certainExtreme, fitting, inOrder, mayMean } from './relations.ts';
import { peersOf, type SeenItem, type Situation } from './situation.ts';

interface ReferringTask {
  situation: Situation;
  target: SeenItem;
  /** Things and relations to be found out on the way: exactly so many. */
  steps: number;
  dice: Random;
  /** What has been spoken of. */
  used: readonly SeenItem[];
  /** The only one of the viewer's words that may be taken. */
  viewed: Viewed | undefined;
}

/** How a thing may be asked for: by what is said of it first. */
export type ReferringWay =
  | (typeof superlatives)[number]
  | 'name'
  | 'side'
  | 'own side'
  | 'off'
  | 'material'
  | Exclude<Relation['by'], 'side'>;

/** How many steps each way takes at least, and at most, and how often it is wanted. Longer chains hardly ever begin so in any place. */
const ways: readonly { way: ReferringWay; least: number; most: number; weight: number }[] = [
  { way: 'name', least: 1, most: 1, weight: 10 },
  { way: 'largest', least: 1, most: 1, weight: 0.5 },
  { way: 'smallest', least: 1, most: 1, weight: 0.5 },
  ...(['leftmost', 'rightmost', 'nearest', 'farthest'] as const).map((way) => ({
    way,
    least: 1,
    most: 1,
    weight: 0.6,
  })),
  { way: 'side', least: 2, most: 3, weight: 2.5 },
  { way: 'own side', least: 2, most: Infinity, weight: 4 },
  { way: 'closest', least: 2, most: Infinity, weight: 4 },
  { way: 'farthest', least: 2, most: Infinity, weight: 2 },
  { way: 'facing', least: 2, most: Infinity, weight: 2 },
  { way: 'on', least: 2, most: Infinity, weight: 2 },
  { way: 'under', least: 2, most: 3, weight: 1 },
  { way: 'material', least: 2, most: Infinity, weight: 1.5 },
  { way: 'seen', least: 3, most: Infinity, weight: 2 },
  { way: 'between', least: 3, most: Infinity, weight: 2 },
  { way: 'off', least: 3, most: 3, weight: 1 },
];

/** The ways that something may be asked for in so many steps. */
export function waysFor(steps: number): { way: ReferringWay; weight: number }[] {
  // "farthest" is both: from the camera, which takes one step, and from an anchor.
  return ways.filter(({ least, most }) => least <= steps && steps <= most);
}

/**
 * A reference to a thing in exactly so many steps, or undefined. Every thing that it speaks of can be seen well, comes once, and is the
 * only one that fits, by a margin; every link is needed.
 */
export function referBy(way: ReferringWay, task: ReferringTask): ThingExpression | undefined {
  const { target, used, dice, steps } = task;
  if (!target.clear || used.includes(target)) return undefined;
  const next = { ...task, used: [...used, target] };
  if (way === 'name') return byName(next);
  if (steps === 1) return superlatives.some((word) => word === way) ? byExtreme(way, next) : undefined;
  if (way === 'side' || way === 'own side') {
    const own = way === 'own side';
    const possible = own ? sides : sides.filter((side) => side === task.viewed);
    const rest = own ? next : { ...next, viewed: undefined };
    return first(dice.shuffle(possible), (side) => relate({ by: 'side', side, own }, rest));
  }
  if (way === 'off') return besideRegion(next);
  if (way === 'material') return amongMaterial(next);
  if (way === 'seen') return first(dice.shuffle(sides), (side) => relate({ by: 'seen', side }, next));
  const by = relatedBy.find((each) => each === way);
  return by && relate({ by }, next);
}

const relatedBy = ['closest', 'farthest', 'between', 'facing', 'on', 'under'] as const;

/** A reference to something that others are compared with, in any way that takes no other of the viewer's words than is wanted. */
function referToAnchor(task: ReferringTask): ThingExpression | undefined {
  const { steps, viewed: wanted } = task;
  const isSide = sides.some((side) => side === wanted);
  // A side is taken in the last step that there is for it, an order in the one after.
  const due = isSide && steps === 2 ? 'side' : steps === 1 && !isSide ? wanted : undefined;
  const possible = waysFor(steps).filter(({ way }) =>
    due === undefined
      ? way !== 'off' && way !== 'side' && (steps > 1 || !viewed.some((word) => word === way))
      : way === due,
  );
  return first([...drawn(task.dice, possible)], ({ way }) => referBy(way, task));
}

function first<T, R>(list: readonly T[], use: (each: T) => R | undefined): R | undefined {
  for (const each of list) {
    const found = use(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `the red mug`, where no other mug is red. */
function byName({ situation, target, dice }: ReferringTask): ThingExpression | undefined {
  const { kind } = target.item;
  const peers = peersOf(situation, kind);
  if (peers.length < 2) return undefined;
  const own = adjectivesOf(target.item).filter(
    (word) => peers.filter(({ item }) => adjectivesOf(item).includes(word)).length === 1,
  );
  return own.length === 0 ? undefined : { by: 'name', kind, adjective: dice.pick(own) };
}

/** By where it is among its kind: `the leftmost mug`, `the second largest crate`. */
function byExtreme(way: ReferringWay, { situation, target, dice }: ReferringTask): ThingExpression | undefined {
  const { kind } = target.item;
  const peers = peersOf(situation, kind);
  const which = superlatives.find((word) => word === way);
  if (!which || peers.length < 2) return undefined;
  const rank = dice.pick([1, 1, 1, 2, 2, 3] as const);
  const found = certainExtreme(situation, which, rank, peers);
  return found === target ? { by: 'extreme', kind, which, rank } : undefined;
}

/** Of those that are not on the rug. */
function besideRegion(task: ReferringTask): ThingExpression | undefined {
  const { situation, target, dice, steps } = task;
  const peers = peersOf(situation, target.item.kind);
  const rug = situation.place.regions.find(({ kind, id }) => {
    const { shot, scale = 1 } = situation;
    const pixels = id === undefined ? 0 : shot ? at(shot.pixels, id) * scale * scale : LEAST_RUG;
    return kind === 'rug' && pixels >= LEAST_RUG;
  });
  if (!rug || overlap(situation, target, rug.name) > -1.1) return undefined;
  const isClear = (each: SeenItem) =>
    overlap(situation, each, rug.name) <= -1.1 || overlap(situation, each, rug.name) > 0.6;
  if (!peers.every(isClear)) return undefined;
  const relation = dice.pick<Relation>([{ by: 'closest' }, { by: 'farthest' }]);
  return relate(relation, { ...task, steps: steps - 1 }, { off: rug.name });
}

/** Kinds that are not all of the material that they are known for: some would count them, some would not. */
const partly: ReadonlySet<string> = new Set([
  ...['plant pot', 'potted tree', 'flower tub', 'table lamp', 'floor lamp', 'person', 'child', 'car', 'toy car'],
  ...['laptop', 'waste bin', 'suitcase', 'bottle'],
]);

/** Whether everybody sees what is of a material, and what is not. */
function isPlain({ seen }: Situation, material: string): boolean {
  return seen.every(({ item }) => item.material !== material || !partly.has(item.kind));
}

/** Of everything that is made of the same, whatever its kind. */
function amongMaterial(task: ReferringTask): ThingExpression | undefined {
  const { situation, target, dice } = task;
  const { material } = target.item;
  if (material === undefined || !isPlain(situation, material)) return undefined;
  // Of one kind only, the kind would be the word for it.
  if (new Set(anyOf(situation, material).map(({ item }) => item.kind)).size < 2) return undefined;
  const relation = dice.pick<Relation>([{ by: 'closest' }, { by: 'closest' }, { by: 'farthest' }]);
  return relate(relation, task, { material });
}

/** Pixels of a rug that is spoken of. */
const LEAST_RUG = 2500;

function relate(
  relation: Relation,
  task: ReferringTask,
  among: { off?: string; material?: string } = {},
): ThingExpression | undefined {
  const { situation, target, dice, used, steps } = task;
  const { off, material } = among;
  const kind = relation.by === 'on' || material !== undefined ? '' : target.item.kind;
  const all = kind === '' ? anyOf(situation, material) : peersOf(situation, kind);
  const candidates = off === undefined ? all : all.filter((each) => overlap(situation, each, off) < 0);
  if (candidates.length < 2 || (areTwo(relation) && steps < 3)) return undefined;
  // Without the words about the region it must be another one.
  const memory = memoryOf(situation, JSON.stringify([relation, kind, among]));
  const isMeant = (anchors: readonly SeenItem[]) =>
    mayMean(situation, relation, anchors, target) &&
    once(memory.certain, anchors, () => certain(situation, relation, candidates, anchors)) === target &&
    (off === undefined || fitting(situation, relation, all, anchors)[0] !== target);
  const possible = situation.seen.filter((each) => each.clear && !used.includes(each) && hasPeers(situation, each));
  const sets = setsOf(relation, possible);
  for (const anchors of dice.shuffle(sets.filter(isMeant))) {
    const reached = (others: readonly SeenItem[]) =>
      once(memory.reached, others, () => onlyOf(fitting(situation, relation, candidates, others)));
    if (!areAnchorsNeeded(situation, anchors, target, reached)) continue;
    const to = referToAll(anchors, { ...task, steps: steps - 1 });
    if (!to || to.some((each) => isSkippable(situation, each, candidates, target))) continue;
    if (isConfusing(relation, to)) continue;
    return { by: 'relation', kind, relation, to, ...among };
  }
  return undefined;
}

/** What a relation means of some candidates, by the numbers of its anchors: asked for again and again while words are looked for. */
interface Memory {
  certain: Map<number, SeenItem | undefined>;
  reached: Map<number, SeenItem | undefined>;
}

const memories = new WeakMap<Situation, Map<string, Memory>>();

function memoryOf(situation: Situation, about: string): Memory {
  const all = memories.get(situation) ?? new Map<string, Memory>();
  memories.set(situation, all);
  const memory = all.get(about) ?? { certain: new Map(), reached: new Map() };
  all.set(about, memory);
  return memory;
}

function once(
  memory: Memory['certain'],
  anchors: readonly SeenItem[],
  find: () => SeenItem | undefined,
): SeenItem | undefined {
  let key = 0;
  for (const { item } of anchors) key = 65_536 * key + item.id;
  const known = memory.get(key);
  if (known || memory.has(key)) return known;
  const found = find();
  memory.set(key, found);
  return found;
}

function onlyOf(found: readonly SeenItem[]): SeenItem | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function areTwo({ by }: Relation): boolean {
  return by === 'between' || by === 'seen';
}

/** What something may stand in a relation to. */
function setsOf({ by }: Relation, possible: readonly SeenItem[]): SeenItem[][] {
  if (by === 'between') return possible.flatMap((a, n) => possible.slice(n + 1).map((b) => [a, b]));
  if (by !== 'seen') return possible.map((anchor) => [anchor]);
  const viewers = possible.filter(({ item }) => item.kind === 'person');
  return viewers.flatMap((viewer) => possible.filter((each) => each !== viewer).map((anchor) => [anchor, viewer]));
}

/** Who owns the side of what owns a side, or for whom sides are meant that are spoken of amid others, nobody would follow. */
function isConfusing(relation: Relation, to: readonly ThingExpression[]): boolean {
  if (relation.by === 'seen' && to.some((each) => isOwn(each) || viewedIn(each).size > 0)) return true;
  if (relation.by === 'side' && relation.own && to.some(isOwn)) return true;
  return (relation.by === 'side' || areTwo(relation)) && to.some(isSeenByOthers);
}

/** What is alone of its kind is found by who reads no further than the kind. */
function hasPeers(situation: Situation, { item }: SeenItem): boolean {
  return peersOf(situation, item.kind).length >= Math.min(3, situation.demands.candidates);
}

/** References to one anchor or two, in so many steps together; the second takes what the first leaves. */
export function referToAll(
  anchors: readonly SeenItem[],
  task: Omit<ReferringTask, 'target'>,
): ThingExpression[] | undefined {
  const { steps, used } = task;
  const found: ThingExpression[] = [];
  for (const [n, target] of anchors.entries()) {
    const isLast = n === anchors.length - 1;
    const others = anchors.filter((each) => each !== target);
    const one = referToAnchor({
      ...task,
      target,
      steps: isLast ? steps - n : 1,
      used: [...used, ...others],
    });
    if (!one) return undefined;
    found.push(one);
  }
  return found;
}

/** Whether any other thing of an anchor's kind in its place would lead elsewhere. */
function areAnchorsNeeded(
  situation: Situation,
  anchors: readonly SeenItem[],
  target: SeenItem,
  reached: (anchors: readonly SeenItem[]) => SeenItem | undefined,
): boolean {
  return anchors.every((anchor, n) =>
    peersOf(situation, anchor.item.kind).every((other) => {
      if (anchors.includes(other) || other === target) return true;
      return reached(anchors.with(n, other)) !== target;
    }),
  );
}

/** Whether what is said of an anchor, said of the target's kind instead, leads to the target as well. */
function isSkippable(
  situation: Situation,
  anchor: ThingExpression,
  candidates: readonly SeenItem[],
  target: SeenItem,
): boolean {
  if (anchor.by === 'name') {
    const alike = candidates.filter(({ item }) => adjectivesOf(item).includes(anchor.adjective));
    return alike.length === 1 && alike[0] === target;
  }
  if (anchor.by === 'extreme') return inOrder(anchor.which, candidates)[anchor.rank - 1] === target;
  const anchors = anchor.to.flatMap((each) => follow(each, inSpace(situation)).slice(0, 1));
  if (anchors.length < anchor.to.length) return true;
  const reached = fitting(situation, anchor.relation, candidates, anchors);
  return reached.length === 1 && reached[0] === target;
}
