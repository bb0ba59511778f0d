import type { Mask } from '../../contracts/index.ts';

/** A rectangle of pixels, right and bottom included; empty when right is left of left. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest rectangle around all values above 0. Most of a mask is empty, and what is empty is passed in large steps. */
export function boundsOf({ width, values }: Mask): Bounds {
  const [first, last] = [firstAbove0(values), lastAbove0(values)];
  if (first < 0) return { left: 0, top: 0, right: -1, bottom: -1 };
  const [top, bottom] = [Math.floor(first / width), Math.floor(last / width)];
  let [left, right] = [width - 1, 0];
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    let x = 0;
    while (x < left && values[row + x] === 0) x++;
    left = x;
    x = width - 1;
    while (x > right && values[row + x] === 0) x--;
    right = x;
  }
  return { left, top, right, bottom };
}

function firstAbove0(values: Mask['values']): number {
  const words = wordsOf(values);
  let word = 0;
  while (word + BLOCK <= words.length && isEmpty(words, word)) word += BLOCK;
  for (let i = (word * 4) / values.BYTES_PER_ELEMENT; i < values.length; i++) if (values[i] !== 0) return i;
  return -1;
}

function lastAbove0(values: Mask['values']): number {
  const words = wordsOf(values);
  const perWord = 4 / values.BYTES_PER_ELEMENT;
  for (let i = values.length - 1; i >= words.length * perWord; i--) if (values[i] !== 0) return i;
  let word = words.length;
  while (word >= BLOCK && isEmpty(words, word - BLOCK)) word -= BLOCK;
  for (let i = word * perWord - 1; i >= 0; i--) if (values[i] !== 0) return i;
  return -1;
}

const BLOCK = 8;

/** Eight words at once: most of a mask is empty, and this loop is most of the work. */
function isEmpty(words: Uint32Array, at: number): boolean {
  const near = (words[at] ?? 0) | (words[at + 1] ?? 0) | (words[at + 2] ?? 0) | (words[at + 3] ?? 0);
  return (near | (words[at + 4] ?? 0) | (words[at + 5] ?? 0) | (words[at + 6] ?? 0) | (words[at + 7] ?? 0)) === 0;
}

/** Four bytes at a time, where the memory lies as that needs. */
function wordsOf(values: Mask['values']): Uint32Array {
  const count = values.byteOffset % 4 === 0 ? Math.floor(values.byteLength / 4) : 0;
  return new Uint32Array(values.buffer, count > 0 ? values.byteOffset : 0, count);
}
