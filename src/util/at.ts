/**
 * The item that must be there; from the end where the index is negative. Throws where there is none, instead of making one up.
 * Not for inner loops over typed arrays: see docs/decisions/0015-typed-arrays.md.
 * @example at(['A', 'B', 'C'], -1) // 'C'
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index < 0 ? list.length + index : index];
  if (item === undefined) throw new RangeError(`there is no item ${index} in a list of ${list.length}`);
  return item;
}

/**
 * The same for what is found by its key. Of an object, only what it has itself: `constructor` is no key of `{}`.
 * @example demand({ A: 'left', B: 'right' }, 'B') // 'right'
 */
export function demand<K, V>(table: ReadonlyMap<K, V>, key: K): V;
export function demand<V>(table: Readonly<Record<string, V>>, key: string): V;
export function demand<V>(table: ReadonlyMap<string, V> | Readonly<Record<string, V>>, key: string): V {
  const found = isMap(table) ? table.get(key) : Object.hasOwn(table, key) ? table[key] : undefined;
  if (found === undefined) throw new RangeError(`there is nothing under ${JSON.stringify(key)}`);
  return found;
}

function isMap<V>(table: ReadonlyMap<string, V> | Readonly<Record<string, V>>): table is ReadonlyMap<string, V> {
  return table instanceof Map;
}
