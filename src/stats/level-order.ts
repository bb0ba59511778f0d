import { inNaturalOrder } from './breakdown.ts';

/** From easy to hard, which is not their order as words. */
const levels = ['easy', 'medium', 'hard'];

/**
 * Items as people read their keys: where a key, or a part of it, is a level, from easy to hard; others keep their order.
 * @example inLevelOrder(['easy', 'hard', 'medium'], (key) => key) // ['easy', 'medium', 'hard']
 */
export function inLevelOrder<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const partsOf = (item: T) => keyOf(item).split('×');
  if (!items.some((item) => partsOf(item).some((part) => levels.includes(part)))) return [...items];
  return inNaturalOrder(items, (item) =>
    partsOf(item)
      .map((part) => (levels.includes(part) ? levels.indexOf(part) : part))
      .join('×'),
  );
}
