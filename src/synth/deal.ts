import { random } from '../stats/index.ts';

/**
 * Item `index` of an endless sequence in which every block of `items.length` holds each item once, in any order: whatever the
 * count, none comes more often than another, and nobody can tell the next one from the last ones.
 * @example deal(['A', 'B', 'C', 'D'], 6, seed, 'letters')
 */
export function deal<T>(items: readonly T[], index: number, ...stream: (string | number)[]): T {
  const block = Math.floor(index / items.length);
  const item = random(...stream, block).shuffle(items)[index % items.length];
  if (item === undefined) throw new Error('nothing to deal');
  return item;
}
