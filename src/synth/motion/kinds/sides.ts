import type { Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { seenAlong, wayOf } from '../measure.ts';
import { type SideName, showSides } from '../movements/sides.ts';
import { middleOf, type QuestionKind } from './kind.ts';

/** Which of its own sides something shows to that standpoint; undefined near a corner. */
export function sideOf(eye: Stand, thing: Stand): SideName | undefined {
  const way = wayOf(seenAlong(thing.yaw, thing, eye));
  return way && ({ away: 'front', toward: 'back', left: 'left side', right: 'right side' } as const)[way];
}

type SideOrders = readonly [Order, Order, Order, Order];
type Order = readonly SideName[];

export const sidesInWords = (order: readonly string[]) => order.map((side) => `its ${side}`).join(', then ');

/** Which sides are seen, one after the other: at the start, in the middle where it is asked for, and at the end. */
function sides(name: string, orders: SideOrders): QuestionKind {
  const [a, b, c, d] = orders;
  return {
    name,
    category: 5,
    fronted: true,
    movement: showSides(orders),
    spans: ['middle'],
    options: [sidesInWords(a), sidesInWords(b), sidesInWords(c), sidesInWords(d)],
    read(camera, target) {
      const pairs = camera.map((eye, n) => ({ eye, thing: at(target, n) }));
      const [first, middle, last] = [at(pairs, 0), middleOf(pairs), at(pairs, -1)];
      const frames = a.length === 2 ? [first, last] : [first, middle, last];
      const seen = frames.flatMap(({ eye, thing }) => sideOf(eye, thing) ?? []);
      return seen.length < frames.length ? undefined : sidesInWords(seen);
    },
  };
}

/** Two sides, one of which is the front or the back. */
function twoSides(end: 'front' | 'back'): QuestionKind {
  return sides(`sides-${end}`, [
    [end, 'left side'],
    [end, 'right side'],
    ['left side', end],
    ['right side', end],
  ]);
}

/** Three sides: half round. */
const halfRound = [
  sides('sides-through', [
    ['front', 'left side', 'back'],
    ['front', 'right side', 'back'],
    ['back', 'left side', 'front'],
    ['back', 'right side', 'front'],
  ]),
  sides('sides-across', [
    ['left side', 'front', 'right side'],
    ['left side', 'back', 'right side'],
    ['right side', 'front', 'left side'],
    ['right side', 'back', 'left side'],
  ]),
];

/** What something shows of itself; one that is listed twice is asked twice as often. */
export const sideKinds: readonly QuestionKind[] = [...halfRound, ...halfRound, twoSides('front'), twoSides('back')];
