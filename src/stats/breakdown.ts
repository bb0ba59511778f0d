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
  const byParts = new Map<string, { parts: string[]; items: T[] }>();
  for (const item of items) {
    const parts: string[] = [];
    for (const axis of axes) {
      const part = item.groups[axis];
      if (part !== undefined) parts.push(part);
    }
    if (parts.length < axes.length) continue;
    // Not the key for people: a part may contain '×' itself.
    const id = parts.length === 1 ? at(parts, 0) : JSON.stringify(parts);
    const group = byParts.get(id);
    if (group) group.items.push(item);
    else byParts.set(id, { parts, items: [item] });
  }
  return [...byParts.values()]
    .sort((a, b) => compareLists(a.parts, b.parts, naturalOrder))
    .map((group) => ({ by: axes.join('×'), key: group.parts.join('×'), items: group.items }));
}
