import type { Mask } from '../../contracts/index.ts';

/** A rectangle of pixels, right and bottom included; empty when right is left of left. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest rectangle around all values above 0. Most of a mask is empty, and what is empty is passed in large steps. */
export function boundsOf({ width, height, values }: Mask): Bounds {
  const first = firstAbove0(values);
  if (first < 0) return { left: 0, top: 0, right: -1, bottom: -1 };
  const [top, bottom] = [Math.floor(first / width), lastRow(values, width, height)];
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
  // Four bytes at a time, where the memory lies as that needs.
  const bytes = values.byteOffset % 4 === 0 ? Math.floor(values.byteLength / 4) : 0;
  const words = new Uint32Array(values.buffer, bytes > 0 ? values.byteOffset : 0, bytes);
  let word = 0;
  while (word < words.length && words[word] === 0) word++;
  for (let i = (word * 4) / values.BYTES_PER_ELEMENT; i < values.length; i++) if (values[i] !== 0) return i;
  return -1;
}

function lastRow(values: Mask['values'], width: number, height: number): number {
  let y = height - 1;
  while (y > 0 && firstAbove0(values.subarray(y * width, (y + 1) * width)) < 0) y--;
  return y;
}
