import type { Setting } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { type Balance, GRID, table } from './balance-table.ts';
import type { Side, Superlative } from './relations.ts';
import type { Situation } from './situation.ts';
import type { PointSplit } from './wish.ts';

/** What a question asks by: its first relation, or the place in a row, counted from the near end or not, or a mat of its setting. */
export type Word =
  | Superlative
  | Side
  | 'closest to'
  | 'between'
  | 'on top of'
  | 'early from the left'
  | 'early from the right'
  | 'late in the row'
  | `on the ${Setting}`;

/**
 * How much more readily something is asked for by a word where it is. What is to the left of another thing is mostly in the left of
 * the picture, and nothing is in a corner as often as in the middle: where that is seldom so, it is asked the more often, so that
 * no place of the picture is right more often than another, whatever the words. The weights were found by counting.
 */
export function weightOf(
  { place, shot }: Situation,
  split: PointSplit,
  word: Word,
  at: { u: number; v: number },
): number {
  const { width, height } = shot.picture;
  const column = cellOf(at.u / width, GRID.columns);
  const cell = cellOf(at.v / height, GRID.rows) * GRID.columns + column;
  return factor(table[`${split} ${word}`], cell) * factor(table[`${split} ${place.setting}`], cell);
}

function cellOf(part: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(part * count)));
}

function factor(balance: Balance | undefined, cell: number): number {
  return balance ? balance.often * (balance.cells[cell] ?? 1) : 1;
}

/** All of a list, one after the other, each the sooner the more weight it has. */
export function* drawn<T extends { weight: number }>(dice: Random, list: readonly T[]): Generator<T> {
  const left = [...list];
  let sum = left.reduce((total, { weight }) => total + weight, 0);
  while (left.length > 0) {
    let rest = dice.next() * sum;
    let n = 0;
    for (; n < left.length - 1; n += 1) {
      rest -= at(left, n).weight;
      if (rest < 0) break;
    }
    const [item] = left.splice(n, 1);
    if (!item) return;
    sum -= item.weight;
    yield item;
  }
}
