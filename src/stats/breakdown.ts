import type { Aggregate, Summary, UnitResult } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { compareLists, naturalOrder } from './natural-order.ts';

/** Items that agree on every axis of a breakdown. */
export interface Group<T> {
  by: string;
  key: string;
  items: T[];
}

/**
 * The metrics of every group of every breakdown, keys in natural order. Units that lack an axis are in no group of it.
 * @example breakdown(results, [['step'], ['step', 'scene']], meanAggregate('accuracy'))
 * // [{ by: 'step', key: '2', metrics }, …, { by: 'step×scene', key: '2×indoor', metrics }, …]
 */
export function breakdown(
  results: readonly UnitResult[],
  breakdowns: readonly (readonly string[])[],
  aggregate: Aggregate,
): Summary['groups'] {
  return breakdowns.flatMap((axes) =>
    groupsOf(results, axes).map(({ by, key, items }) => ({ by, key, metrics: aggregate(items) })),
  );
}

/** Anything with groups, put into the groups of one breakdown. */
export function groupsOf<T extends Pick<UnitResult, 'groups'>>(
  items: readonly T[],
  axes: readonly string[],
): Group<T>[] {
  const numbers = new Map<string, number>();
  const groups: { parts: string[]; size: number }[] = [];
  /** By item, the number of its group plus one; 0 is in none. */
  const groupOf = new Uint32Array(items.length);
  for (const [i, item] of items.entries()) {
    const parts: string[] = [];
    for (const axis of axes) {
      const part = item.groups[axis];
      if (part !== undefined) parts.push(part);
    }
    if (parts.length < axes.length) continue;
    // Not the key for people: a part may contain '×' itself.
    const id = parts.length === 1 ? at(parts, 0) : JSON.stringify(parts);
    const number = numbers.get(id) ?? numbers.size;
    if (number === numbers.size) numbers.set(id, groups.push({ parts, size: 0 }) - 1);
    at(groups, number).size += 1;
    groupOf[i] = number + 1;
  }
  // Lists of their final size: those that grow leave several times as much behind.
  const lists = groups.map(({ size }) => new Array<T>(size));
  const used = new Uint32Array(groups.length);
  for (const [i, item] of items.entries()) {
    const group = at(groupOf, i) - 1;
    if (group >= 0) at(lists, group)[at(used, group)] = item;
    if (group >= 0) used[group] = at(used, group) + 1;
  }
  return groups
    .map(({ parts }, number) => ({ parts, items: at(lists, number) }))
    .sort((a, b) => compareLists(a.parts, b.parts, naturalOrder))
    .map(({ parts, items }) => ({ by: axes.join('×'), key: parts.join('×'), items }));
}
