import { SextantError } from '../contracts/index.ts';
import { fillBelow, seedState } from './sfc32.ts';

/** A stream of random choices that is the same on every machine. */
export interface Random {
  /** In [0, 1), in steps of 2^-32. */
  next(): number;
  /** A whole number 0 … n−1, each equally likely; n up to 2^32. */
  int(n: number): number;
  /** The same as `int` for every place of a list; several times faster than one by one. */
  fill(n: number, list: Uint32Array): void;
  /** One item of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** The same items in another order, as a new list. */
  shuffle<T>(list: readonly T[]): T[];
}

/**
 * A random stream named by its seed: other names give independent streams, so adding one never disturbs another.
 * `random(7)` and `random('7')` differ.
 * @example
 * const layout = random(7, 'layout');
 * layout.pick(['left', 'right']);
 */
export function random(...seed: (string | number)[]): Random {
  const state = seedState(JSON.stringify(seed));
  const one = new Uint32Array(1);

  function fill(n: number, list: Uint32Array): void {
    if (!(Number.isInteger(n) && n >= 1 && n <= 2 ** 32)) {
      throw new SextantError('bad_argument', `random needs a whole number from 1 to 2^32, got ${n}`);
    }
    fillBelow(n, list, state);
  }

  function int(n: number): number {
    fill(n, one);
    return one[0] ?? 0;
  }

  function next(): number {
    return int(2 ** 32) / 2 ** 32;
  }

  function pick<T>(list: readonly T[]): T {
    const item = list.length > 0 ? list[int(list.length)] : undefined;
    if (item === undefined) throw new SextantError('bad_argument', 'nothing to pick from');
    return item;
  }

  function shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }

  return { next, int, fill, pick, shuffle };
}
