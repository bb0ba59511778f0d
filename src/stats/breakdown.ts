import type { Aggregate, Summary, UnitResult } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { compareLists, naturalOrder } from './natural-order.ts';

/** Items that agree on every axis of a breakdown, by their positions. */
interface Group {
  by: string;
  key: string;
  positions: Uint32Array;
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
    groupsOf(results, axes).map(({ by, key, positions }) => ({
      by,
      key,
      metrics: aggregate(pick(results, positions)),
    })),
  );
}

/** A list of its final size: one that grows leaves several times as much behind. */
export function pick<T>(items: readonly T[], positions: Uint32Array): T[] {
  const picked = new Array<T>(positions.length);
  for (const [i, position] of positions.entries()) picked[i] = at(items, position);
  return picked;
}

/** Anything with groups, put into the groups of one breakdown. */
export function groupsOf(items: readonly Pick<UnitResult, 'groups'>[], axes: readonly string[]): Group[] {
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
  const lists = groups.map(({ size }) => new Uint32Array(size));
  const used = new Uint32Array(groups.length);
  for (const [i, number] of groupOf.entries()) {
    if (number === 0) continue;
    const group = number - 1;
    at(lists, group)[at(used, group)] = i;
    used[group] = at(used, group) + 1;
  }
  return groups
    .map(({ parts }, number) => ({ parts, positions: at(lists, number) }))
    .sort((a, b) => compareLists(a.parts, b.parts, naturalOrder))
    .map(({ parts, positions }) => ({ by: axes.join('×'), key: parts.join('×'), positions }));
}
