import type { PlaneBytes } from './picture.ts';

/**
 * The 4 × 4 transform of how `source` differs from `guess`, at the same place of two planes, to `out[to …]`. Unless they differ
 * by less than `least` in all: then nothing would be left of it.
 */
export function forward(
  source: PlaneBytes,
  guess: PlaneBytes,
  at: number,
  stride: number,
  out: Int32Array,
  to: number,
  least: number,
): boolean {
  let sum = 0;
  for (let row = 0, i = at, o = to; row < 4; row += 1, i += stride, o += 4) {
    const d0 = (source[i] ?? 0) - (guess[i] ?? 0);
    const d1 = (source[i + 1] ?? 0) - (guess[i + 1] ?? 0);
    const d2 = (source[i + 2] ?? 0) - (guess[i + 2] ?? 0);
    const d3 = (source[i + 3] ?? 0) - (guess[i + 3] ?? 0);
    sum += Math.abs(d0) + Math.abs(d1) + Math.abs(d2) + Math.abs(d3);
    const s03 = d0 + d3;
    const s12 = d1 + d2;
    const t03 = d0 - d3;
    const t12 = d1 - d2;
    out[o] = s03 + s12;
    out[o + 1] = 2 * t03 + t12;
    out[o + 2] = s03 - s12;
    out[o + 3] = t03 - 2 * t12;
  }
  if (sum < least) return false;
  for (let o = to; o < to + 4; o += 1) {
    const d0 = out[o] ?? 0;
    const d1 = out[o + 4] ?? 0;
    const d2 = out[o + 8] ?? 0;
    const d3 = out[o + 12] ?? 0;
    const s03 = d0 + d3;
    const s12 = d1 + d2;
    const t03 = d0 - d3;
    const t12 = d1 - d2;
    out[o] = s03 + s12;
    out[o + 4] = 2 * t03 + t12;
    out[o + 8] = s03 - s12;
    out[o + 12] = t03 - 2 * t12;
  }
  return true;
}

/** Back, as every decoder must do it to the bit: added to the guess that stands in the plane. */
export function inverse(c: Int32Array, from: number, plane: PlaneBytes, at: number, stride: number): void {
  for (let i = from; i < from + 16; i += 4) {
    const d0 = c[i] ?? 0;
    const d1 = c[i + 1] ?? 0;
    const d2 = c[i + 2] ?? 0;
    const d3 = c[i + 3] ?? 0;
    const e = d0 + d2;
    const f = d0 - d2;
    const g = (d1 >> 1) - d3;
    const h = d1 + (d3 >> 1);
    c[i] = e + h;
    c[i + 1] = f + g;
    c[i + 2] = f - g;
    c[i + 3] = e - h;
  }
  for (let x = 0; x < 4; x += 1) {
    const i = from + x;
    const o = at + x;
    const d0 = c[i] ?? 0;
    const d1 = c[i + 4] ?? 0;
    const d2 = c[i + 8] ?? 0;
    const d3 = c[i + 12] ?? 0;
    const e = d0 + d2 + 32;
    const f = d0 - d2 + 32;
    const g = (d1 >> 1) - d3;
    const h = d1 + (d3 >> 1);
    plane[o] = (plane[o] ?? 0) + ((e + h) >> 6);
    plane[o + stride] = (plane[o + stride] ?? 0) + ((f + g) >> 6);
    plane[o + 2 * stride] = (plane[o + 2 * stride] ?? 0) + ((f - g) >> 6);
    plane[o + 3 * stride] = (plane[o + 3 * stride] ?? 0) + ((e - h) >> 6);
  }
}

/** The transform of 16 means in place; it is its own inverse but for a factor. */
export function hadamard4(c: Int32Array): void {
  for (let pass = 0; pass < 2; pass += 1) {
    const [step, next] = pass === 0 ? [1, 4] : [4, 1];
    for (let k = 0, i = 0; k < 4; k += 1, i += next) {
      const d0 = c[i] ?? 0;
      const d1 = c[i + step] ?? 0;
      const d2 = c[i + 2 * step] ?? 0;
      const d3 = c[i + 3 * step] ?? 0;
      const s03 = d0 + d3;
      const s12 = d1 + d2;
      const t03 = d0 - d3;
      const t12 = d1 - d2;
      c[i] = s03 + s12;
      c[i + step] = t03 + t12;
      c[i + 2 * step] = s03 - s12;
      c[i + 3 * step] = t03 - t12;
    }
  }
}

/** The same for the four means of a colour plane. */
export function hadamard2(c: Int32Array, at: number): void {
  const d0 = c[at] ?? 0;
  const d1 = c[at + 1] ?? 0;
  const d2 = c[at + 2] ?? 0;
  const d3 = c[at + 3] ?? 0;
  c[at] = d0 + d1 + d2 + d3;
  c[at + 1] = d0 - d1 + d2 - d3;
  c[at + 2] = d0 + d1 - d2 - d3;
  c[at + 3] = d0 - d1 - d2 + d3;
}
