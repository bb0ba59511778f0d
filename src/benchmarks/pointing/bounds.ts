import type { Mask } from '../../contracts/index.ts';

/** A rectangle of pixels, right and bottom included; empty when right is left of left. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest rectangle around all values above 0. */
export function boundsOf({ width, values }: Mask): Bounds {
  const words = wordsOf(values);
  const first = firstAbove0(values, words, 0, values.length);
  const last = lastAbove0(values, words, first, values.length);
  if (last < first) return { left: 0, top: 0, right: -1, bottom: -1 };
  const [top, bottom] = [Math.floor(first / width), Math.floor(last / width)];
  let [left, right] = [width, -1];
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    left = firstAbove0(values, words, row, row + left) - row;
    right = lastAbove0(values, words, row + right + 1, row + width) - row;
  }
  return { left, top, right, bottom };
}

/** The first place with a value above 0, or `to`. Most of a mask is empty, and what is empty is passed word by word. */
function firstAbove0(values: Mask['values'], words: BigInt64Array, from: number, to: number): number {
  const perWord = 8 / values.BYTES_PER_ELEMENT;
  const end = Math.min(words.length, Math.floor(to / perWord));
  let at = from;
  while (at < to && values[at] === 0) {
    at++;
    if (at % perWord !== 0) continue;
    let word = at / perWord;
    while (word < end && words[word] === 0n) word++;
    at = word * perWord;
  }
  return at;
}

/** The last place with a value above 0, or the one before `from`. */
function lastAbove0(values: Mask['values'], words: BigInt64Array, from: number, to: number): number {
  const perWord = 8 / values.BYTES_PER_ELEMENT;
  const begin = Math.ceil(from / perWord);
  let end = to;
  while (end > from && values[end - 1] === 0) {
    end--;
    if (end % perWord !== 0 || end / perWord > words.length) continue;
    let word = end / perWord;
    while (word > begin && words[word - 1] === 0n) word--;
    end = word * perWord;
  }
  return end - 1;
}

/** Eight bytes at a time, where the memory lies as that needs. */
function wordsOf(values: Mask['values']): BigInt64Array {
  const count = values.byteOffset % 8 === 0 ? Math.floor(values.byteLength / 8) : 0;
  return new BigInt64Array(values.buffer, count > 0 ? values.byteOffset : 0, count);
}
