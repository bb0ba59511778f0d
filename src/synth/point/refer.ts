import type { Random } from '../../stats/index.ts';
import { fairness } from './fairness.ts';
import { extreme, isBeside, isBetween, nearestTo, type Side, sides, superlatives } from './relations.ts';
import type { Seen, Situation } from './situation.ts';

/** Words that name exactly one thing in a picture. */
export interface Reference {
  target: Seen;
  /** `the mug that is behind the red book` */
  text: string;
  /** Things and relations to be found out on the way. */
  steps: number;
  /** Whether it depends on where the camera stands. */
  viewed: boolean;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/**
 * A random reference to a thing with exactly so many steps, or undefined. Every thing that it speaks of can be seen well, comes once,
 * and is the only one of its kind that fits, by a margin; a kind that comes but once would give the answer away.
 */
export function refer(
  situation: Situation,
  target: Seen,
  steps: number,
  opts: { dice: Random; asAnchor: boolean; used?: readonly Seen[] },
): Reference | undefined {
  const { dice, asAnchor, used = [] } = opts;
  if (!target.clear || used.includes(target)) return undefined;
  const path = [...used, target];
  const anchorWith = (anchor: Seen, more: number, besides: readonly Seen[] = []) =>
    refer(situation, anchor, more, { dice, asAnchor: true, used: [...path, ...besides] });
  if (steps <= 1) return dice.pick([bySelf, byPlace])(situation, target, asAnchor, dice);
  for (const way of dice.shuffle([byRelation, byRelation, byTop, byBetween])) {
    const found = way({ situation, target, steps, dice, anchorWith });
    if (found) return found;
  }
  return undefined;
}

interface Task {
  situation: Situation;
  target: Seen;
  steps: number;
  dice: Random;
  anchorWith(anchor: Seen, steps: number, besides?: readonly Seen[]): Reference | undefined;
}

/** Its name alone, for anchors: `the red mug`. */
function bySelf(situation: Situation, target: Seen, asAnchor: boolean, dice: Random): Reference | undefined {
  const alone = situation.seen.filter(({ item }) => item.name === target.item.name).length === 1;
  if (!asAnchor || !alone) return byPlace(situation, target, asAnchor, dice);
  return { target, text: `the ${target.item.name}`, steps: 1, viewed: false };
}

/** By where it is among its kind: `the leftmost mug`, `the second mug from the left in the row`. */
function byPlace(situation: Situation, target: Seen, _: boolean, dice: Random): Reference | undefined {
  const { kind } = target.item;
  const rank = placeInRow(situation, target, dice);
  if (rank) return { target, text: `the ${rank} in the row of ${plural(kind)}`, steps: 1, viewed: true };
  const peers = peersOf(situation, target);
  for (const which of dice.shuffle(superlatives)) {
    if (peers.length < 2 || extreme(situation, peers, which) !== target) continue;
    if (dice.next() >= fairness(situation, target, which)) continue;
    const text = { leftmost: '', rightmost: '', closest: ' to the camera', farthest: ' from the camera' }[which];
    return {
      target,
      text: text === '' ? `the ${which} ${kind}` : `the ${kind} that is ${which}${text}`,
      steps: 1,
      viewed: true,
    };
  }
  return undefined;
}

/** Rows are counted when all of their things are seen, from left to right, and no other thing of their kind is about. */
function placeInRow({ place, seen, scale }: Situation, target: Seen, dice: Random): string | undefined {
  if (!place.row.includes(target.item.id)) return undefined;
  const row = seen.filter(({ item }) => place.row.includes(item.id)).toSorted((a, b) => a.u - b.u);
  const sameKind = seen.filter(({ item }) => item.kind === target.item.kind);
  const apart = row.every((each, i) => i === 0 || each.u - (row[i - 1]?.u ?? 0) >= 14 * scale);
  if (row.length < place.row.length || sameKind.length > row.length || !apart || !row.every(({ clear }) => clear))
    return undefined;
  const fromLeft = dice.pick([true, false]);
  const index = fromLeft ? row.indexOf(target) : row.length - 1 - row.indexOf(target);
  return `${ordinals[index]} ${target.item.kind} from the ${fromLeft ? 'left' : 'right'}`;
}

function byRelation({ situation, target, steps, dice, anchorWith }: Task): Reference | undefined {
  const { kind } = target.item;
  const peers = peersOf(situation, target);
  if (peers.length < 2) return undefined;
  const anchors = dice.shuffle(situation.seen.filter(({ item, clear }) => clear && item.kind !== kind));
  const fits = (anchor: Seen, relation: Side | 'closest to') => {
    if (relation === 'closest to') return nearestTo(situation, peers, anchor) === target;
    // Its own front and the viewer's might be confused.
    if (anchor.item.front || anchor.item.on !== target.item.on) return false;
    return peers.every((peer) => isBeside(situation, peer, anchor, relation) === (peer === target ? 'yes' : 'no'));
  };
  // Almost everything is closest to something: sides come first more often than not.
  const ways = [dice.shuffle(sides), ['closest to'] as const];
  for (const relations of dice.next() < 0.75 ? ways : ways.toReversed()) {
    for (const anchor of anchors) {
      const relation = relations.find(
        (each) =>
          target.item.on !== anchor.item.id && dice.next() < fairness(situation, target, each) && fits(anchor, each),
      );
      const found = relation && anchorWith(anchor, steps - 1);
      if (!found) continue;
      const text = `the ${kind} that is ${relation} ${found.text}`;
      return { target, text, steps: 1 + found.steps, viewed: relation !== 'closest to' || found.viewed };
    }
  }
  return undefined;
}

function byTop({ situation, target, steps, anchorWith }: Task): Reference | undefined {
  const { on } = target.item;
  const below = situation.seen.find(({ item }) => item.id === on);
  const alone = situation.place.items.filter((item) => item.on === on).length === 1;
  const found = below && alone ? anchorWith(below, steps - 1) : undefined;
  return found && { ...found, target, text: `the object that is on top of ${found.text}`, steps: 1 + found.steps };
}

function byBetween({ situation, target, steps, dice, anchorWith }: Task): Reference | undefined {
  const { kind, on } = target.item;
  const peers = peersOf(situation, target);
  const anchors = dice.shuffle(
    situation.seen.filter(({ item, clear }) => clear && item.on === on && item.kind !== kind),
  );
  if (steps < 3 || peers.length < 2) return undefined;
  for (const [n, first] of anchors.entries()) {
    for (const second of anchors.slice(n + 1)) {
      if (peers.some((peer) => isBetween(peer, first, second) !== (peer === target ? 'yes' : 'no'))) continue;
      const one = anchorWith(first, 1, [second]);
      const other = anchorWith(second, steps - 2, [first]);
      if (!one || !other) continue;
      const text = `the ${kind} that is between ${one.text} and ${other.text}`;
      return { target, text, steps: 1 + one.steps + other.steps, viewed: one.viewed || other.viewed };
    }
  }
  return undefined;
}

/** Everything of its kind that is seen, however little of it. */
function peersOf({ seen }: Situation, { item }: Seen): Seen[] {
  return seen.filter((other) => other.item.kind === item.kind);
}

/** @example plural('toy duck') // 'toy ducks' */
export function plural(kind: string): string {
  return /(s|x|ch)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
