/** A square picture that repeats, with its smaller copies: level k has the side size / 2^k. */
export interface Texture {
  /** A power of two. */
  size: number;
  /** Row by row; red in the lowest byte, then green, then blue. */
  levels: readonly Int32Array[];
}

/**
 * A texture of three bytes per texel, and its smaller copies. The side must be a power of two.
 * @example texture(2, Uint8Array.of(0,0,0, 255,255,255, 255,255,255, 0,0,0)) // a chess board
 */
export function texture(size: number, rgb: Uint8Array): Texture {
  if ((size & (size - 1)) !== 0 || rgb.length !== 3 * size * size) throw new Error(`no texture of side ${size}`);
  const levels = [packed(rgb)];
  let last = rgb;
  for (let side = size; side > 1; side /= 2) {
    last = halved(last, side);
    levels.push(packed(last));
  }
  return { size, levels };
}

/** Red and blue of a packed colour, and green. */
const OUTER = 0xff00ff;
const GREEN = 0xff00;

/** The colour between the four texels around a point, packed as they are. */
export function texelAt(texels: Int32Array, side: number, across: number, down: number): number {
  const column = Math.floor(across) | 0;
  const line = Math.floor(down) | 0;
  // How much of each, in 256ths.
  const c = ((across - column) * 256) | 0;
  const d = ((down - line) * 256) | 0;
  const both = Math.imul(c, d) >> 8;
  const rest = 256 - c - d + both;
  const upper = Math.imul(line & (side - 1), side);
  const lower = Math.imul((line + 1) & (side - 1), side);
  const p = texels[upper + (column & (side - 1))] ?? 0;
  const q = texels[upper + ((column + 1) & (side - 1))] ?? 0;
  const t = texels[lower + (column & (side - 1))] ?? 0;
  const o = texels[lower + ((column + 1) & (side - 1))] ?? 0;
  const outer = (p & OUTER) * rest + (q & OUTER) * (c - both) + (t & OUTER) * (d - both) + (o & OUTER) * both;
  const inner = (p & GREEN) * rest + (q & GREEN) * (c - both) + (t & GREEN) * (d - both) + (o & GREEN) * both;
  return ((outer >>> 8) & OUTER) | ((inner >>> 8) & GREEN);
}

function packed(rgb: Uint8Array): Int32Array {
  return Int32Array.from({ length: rgb.length / 3 }, (_, i) => {
    return (rgb[3 * i] ?? 0) | ((rgb[3 * i + 1] ?? 0) << 8) | ((rgb[3 * i + 2] ?? 0) << 16);
  });
}

function halved(rgb: Uint8Array, side: number): Uint8Array {
  const half = side / 2;
  const out = new Uint8Array(3 * half * half);
  for (let y = 0; y < half; y += 1) {
    for (let x = 0; x < half; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        const at = 3 * (2 * y * side + 2 * x) + c;
        const sum = (rgb[at] ?? 0) + (rgb[at + 3] ?? 0) + (rgb[at + 3 * side] ?? 0) + (rgb[at + 3 * side + 3] ?? 0);
        out[3 * (y * half + x) + c] = (sum + 2) >> 2;
      }
    }
  }
  return out;
}
