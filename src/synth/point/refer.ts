import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { drawn, type Word, weightOf } from './balance.ts';
import { extreme, isBeside, isBetween, nearestTo, type Side, type Superlative } from './relations.ts';
import type { SeenItem, Situation } from './situation.ts';

/** Words that name exactly one thing in a picture. */
export interface ItemReference {
  /** `the mug that is behind the red book` */
  text: string;
  /** Whether it depends on where the camera stands. */
  viewed: boolean;
}

interface Task {
  situation: Situation;
  target: SeenItem;
  /** Things and relations to be found out on the way: exactly so many. */
  steps: number;
  dice: Random;
  /** What has been spoken of. */
  used: readonly SeenItem[];
}

type Way = (task: Task) => ItemReference | undefined;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** How a thing can be named, by the word that is said of it first, and the steps that this takes at least. */
const ways: readonly { word: Word; least: number; most: number; way: Way }[] = [
  ...(['leftmost', 'rightmost', 'closest', 'farthest'] as const).map((word) => {
    return { word, least: 1, most: 1, way: byExtreme(word) };
  }),
  ...(['early from the left', 'early from the right', 'late in the row'] as const).map((word) => {
    return { word, least: 1, most: 1, way: byRow(word) };
  }),
  ...(['to the left of', 'to the right of', 'in front of', 'behind', 'closest to'] as const).map((word) => {
    return { word, least: 2, most: Infinity, way: byRelation(word) };
  }),
  { word: 'on top of', least: 2, most: Infinity, way: byTop },
  { word: 'between', least: 3, most: Infinity, way: byBetween },
];

/** The words that something may be asked for with. */
export function wordsFor(steps: number): Word[] {
  return ways.filter(({ least, most }) => least <= steps && steps <= most).map(({ word }) => word);
}

/**
 * A reference to a thing by a word with exactly so many steps, or undefined. Every thing that it speaks of can be seen well, comes
 * once, and is the only one of its kind that fits, by a margin; a kind that comes but once would give the answer away.
 */
export function referBy(word: Word, task: Task): ItemReference | undefined {
  const { target, used } = task;
  if (!target.clear || used.includes(target)) return undefined;
  return ways.find((way) => way.word === word)?.way({ ...task, used: [...used, target] });
}

/** A reference to something that others are compared with: its name alone will do. */
export function referToAnchor(task: Task): ItemReference | undefined {
  const { situation, target, steps, dice, used } = task;
  if (!target.clear || used.includes(target)) return undefined;
  const alone = situation.seen.filter(({ item }) => item.name === target.item.name).length === 1;
  if (steps === 1 && alone && dice.next() < 0.6) return { text: `the ${target.item.name}`, viewed: false };
  const words = wordsFor(steps).map((word) => ({ word, weight: weightOf(situation, 'location', word, target) }));
  for (const { word } of drawn(dice, words)) {
    const found = referBy(word, task);
    if (found) return found;
  }
  return undefined;
}

/** By where it is among its kind: `the leftmost mug`. */
function byExtreme(which: Superlative): Way {
  return ({ situation, target }) => {
    const { kind } = target.item;
    const peers = peersOf(situation, target);
    if (peers.length < 2 || extreme(situation, peers, which) !== target) return undefined;
    const text = { leftmost: '', rightmost: '', closest: ' to the camera', farthest: ' from the camera' }[which];
    return { text: text === '' ? `the ${which} ${kind}` : `the ${kind} that is ${which}${text}`, viewed: true };
  };
}

/**
 * By its number: `the second mug from the left in the row of mugs`. Rows are counted when all of their things are seen, from left to
 * right, and no other thing of their kind is about.
 */
function byRow(word: 'early from the left' | 'early from the right' | 'late in the row'): Way {
  return ({ situation: { place, seen, scale }, target, dice }) => {
    const { kind, id } = target.item;
    if (!place.row.includes(id)) return undefined;
    const row = seen.filter(({ item }) => place.row.includes(item.id)).toSorted((a, b) => a.u - b.u);
    const sameKind = seen.filter(({ item }) => item.kind === kind);
    const apart = row.every((each, i) => i === 0 || each.u - at(row, i - 1).u >= 14 * scale);
    if (row.length < place.row.length || sameKind.length > row.length || !apart || !row.every(({ clear }) => clear))
      return undefined;
    const side = word === 'late in the row' ? dice.pick(['left', 'right']) : word.slice('early from the '.length);
    const index = side === 'left' ? row.indexOf(target) : row.length - 1 - row.indexOf(target);
    if (index < 2 === (word === 'late in the row')) return undefined;
    const text = `the ${ordinals[index]} ${kind} from the ${side} in the row of ${plural(kind)}`;
    return { text, viewed: true };
  };
}

function byRelation(word: Side | 'closest to'): Way {
  return (task) => {
    const { situation, target, steps, dice } = task;
    const { kind, on } = target.item;
    const peers = peersOf(situation, target);
    if (peers.length < 2) return undefined;
    const fits = (anchor: SeenItem) => {
      if (!anchor.clear || anchor.item.kind === kind || on === anchor.item.id) return false;
      if (word === 'closest to') return nearestTo(situation, peers, anchor) === target;
      // Its own front and the viewer's might be confused.
      if (anchor.item.front || anchor.item.on !== on) return false;
      return peers.every((peer) => isBeside(situation, peer, anchor, word) === (peer === target ? 'yes' : 'no'));
    };
    for (const anchor of dice.shuffle(situation.seen.filter(fits))) {
      const found = referToAnchor({ ...task, target: anchor, steps: steps - 1 });
      if (!found) continue;
      return { text: `the ${kind} that is ${word} ${found.text}`, viewed: word !== 'closest to' || found.viewed };
    }
    return undefined;
  };
}

function byTop(task: Task): ItemReference | undefined {
  const { situation, target, steps } = task;
  const { on } = target.item;
  const below = situation.seen.find(({ item }) => item.id === on);
  const alone = situation.place.items.filter((item) => item.on === on).length === 1;
  const found = below && alone ? referToAnchor({ ...task, target: below, steps: steps - 1 }) : undefined;
  return found && { ...found, text: `the object that is on top of ${found.text}` };
}

function byBetween(task: Task): ItemReference | undefined {
  const { situation, target, steps, dice, used } = task;
  const { kind, on } = target.item;
  const peers = peersOf(situation, target);
  if (peers.length < 2) return undefined;
  const anchors = dice.shuffle(
    situation.seen.filter(({ item, clear }) => clear && item.on === on && item.kind !== kind),
  );
  for (const [n, first] of anchors.entries()) {
    for (const second of anchors.slice(n + 1)) {
      if (peers.some((peer) => isBetween(peer, first, second) !== (peer === target ? 'yes' : 'no'))) continue;
      const one = referToAnchor({ ...task, target: first, steps: 1, used: [...used, second] });
      const other = one && referToAnchor({ ...task, target: second, steps: steps - 2, used: [...used, first] });
      if (!other) continue;
      const text = `the ${kind} that is between ${one.text} and ${other.text}`;
      return { text, viewed: one.viewed || other.viewed };
    }
  }
  return undefined;
}

/** Everything of its kind that is seen, however little of it. */
function peersOf({ seen }: Situation, { item }: SeenItem): SeenItem[] {
  return seen.filter((other) => other.item.kind === item.kind);
}

/** @example plural('toy duck') // 'toy ducks' */
function plural(kind: string): string {
  return /(s|x|ch)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
