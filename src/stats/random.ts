import { SextantError } from '../contracts/index.ts';

/**
 * Fills the list with numbers 0 … n−1, each equally likely, and moves the state on.
 * Doty-Humphrey's small fast counter, brought below n by Lemire's multiplication: no division, no bias.
 */
function fillBelow(n: number, list: Uint32Array, state: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let count = state[3] ?? 0;
  const surplus = 2 ** 32 % n;
  for (let i = 0; i < list.length; ) {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    // The product has 64 bits: the upper half is the number, and a lower half below the surplus would favour some.
    const lower = Math.imul(sum, n) >>> 0;
    // Half more, because the product may be a little off; the list cuts off what is behind the point.
    if (lower >= surplus) list[i++] = ((sum >>> 0) * n - lower) / 2 ** 32 + 0.5;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = count;
}

/** The state a text leads to: bryc's cyrb128, which spreads it over 128 bits. Not for secrets. */
function seedState(text: string): Int32Array {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  const all = h1 ^ h2 ^ h3 ^ h4;
  const state = Int32Array.of(all, h2 ^ all, h3 ^ all, h4 ^ all);
  // The first outputs still show the seed.
  fillBelow(2 ** 32, new Uint32Array(15), state);
  return state;
}

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
