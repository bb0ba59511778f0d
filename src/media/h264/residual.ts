import type { BitWriter } from './bits.ts';
import { chromaDcTokens, chromaDcTotalZeros, runs, tokens, totalZeros } from './codes.ts';

/** The coefficients of the block at hand that are not zero, last one first, and the zeros before each. */
const values = new Int32Array(16);
const zeros = new Int32Array(16);

/** What is known of a block's surroundings: the number of coefficients there; means of a colour plane have none. */
export const CHROMA_DC = -1;

/** Writes the coefficients `from` … `to` of one block, in the order of the scan. */
export function writeBlock(bits: BitWriter, levels: Int32Array, from: number, to: number, around: number): void {
  const total = collect(levels, from, to);
  let ones = 0;
  while (ones < total && ones < 3 && Math.abs(values[ones] ?? 0) === 1) ones += 1;
  const table = around === CHROMA_DC ? chromaDcTokens : tokens[around];
  putCode(bits, table?.[total], ones);
  if (total === 0) return;
  for (let i = 0; i < ones; i += 1) bits.put((values[i] ?? 0) < 0 ? 1 : 0, 1);
  writeLevels(bits, total, ones);

  let left = 0;
  for (let i = 0; i < total; i += 1) left += zeros[i] ?? 0;
  if (total < to - from) putCode(bits, (around === CHROMA_DC ? chromaDcTotalZeros : totalZeros)[total - 1], left);
  for (let i = 0; i < total - 1 && left > 0; i += 1) {
    const run = zeros[i] ?? 0;
    putCode(bits, runs[Math.min(left, 7) - 1], run);
    left -= run;
  }
}

function collect(levels: Int32Array, from: number, to: number): number {
  let total = 0;
  for (let i = to - 1; i >= from; i -= 1) {
    const level = levels[i] ?? 0;
    if (level !== 0) {
      values[total] = level;
      zeros[total] = 0;
      total += 1;
    } else if (total > 0) zeros[total - 1] = (zeros[total - 1] ?? 0) + 1;
  }
  return total;
}

/** Codes adapt: the larger the levels before, the longer the part of a level that is written as it is. */
function writeLevels(bits: BitWriter, total: number, ones: number): void {
  let suffix = total > 10 && ones < 3 ? 1 : 0;
  for (let i = ones; i < total; i += 1) {
    const level = values[i] ?? 0;
    const size = Math.abs(level);
    let code = 2 * size - (level > 0 ? 2 : 1);
    // After fewer than three ones, a further one cannot follow.
    if (i === ones && ones < 3) code -= 2;
    writeLevel(bits, code, suffix);
    if (suffix === 0) suffix = 1;
    if (suffix < 6 && size > 3 << (suffix - 1)) suffix += 1;
  }
}

function writeLevel(bits: BitWriter, code: number, suffix: number): void {
  if (suffix === 0 && code < 14) bits.put(1, code + 1);
  else if (suffix === 0 && code < 30) {
    bits.put(1, 15);
    bits.put(code - 14, 4);
  } else if (code < 15 << suffix && suffix > 0) {
    bits.put(1, (code >> suffix) + 1);
    bits.put(code & ((1 << suffix) - 1), suffix);
  } else {
    bits.put(1, 16);
    bits.put(code - (suffix === 0 ? 30 : 15 << suffix), 12);
  }
}

function putCode(bits: BitWriter, table: Int32Array | undefined, index: number): void {
  const code = table?.[index] ?? 0;
  bits.put(code >> 5, code & 31);
}
