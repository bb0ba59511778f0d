import type { Random } from '../stats/index.ts';

/** What a camera adds to a picture. */
export interface Sensor {
  /** How often every pixel is mixed with its neighbours: about as many pixels wide. */
  blur: number;
  /** How far bytes are off, on average. */
  noise: number;
}

/** The mean square of four bytes' sum, as a length. */
const SPREAD = 147.8;

/** Makes a picture as blurred and as noisy as the camera's. The same on every machine: whole numbers only. */
export function develop(
  rgb: Uint8Array,
  size: { width: number; height: number },
  { blur, noise }: Sensor,
  dice: Random,
): void {
  for (let pass = 0; pass < blur; pass += 1) {
    soften(rgb, size.height, 3 * size.width, size.width, 3);
    soften(rgb, size.width, 3, size.height, 3 * size.width);
  }
  if (noise > 0) speckle(rgb, noise, 1 + dice.int(0x7fffffff));
}

/** Mixes every byte with the two beside it, in so many lines of so many pixels; at the ends with itself. */
function soften(rgb: Uint8Array, lines: number, nextLine: number, pixels: number, next: number): void {
  for (let line = 0; line < lines; line += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const first = line * nextLine + channel;
      let before = rgb[first] ?? 0;
      for (let i = 0; i < pixels; i += 1) {
        const at = first + i * next;
        const here = rgb[at] ?? 0;
        const after = i + 1 < pixels ? (rgb[at + next] ?? 0) : here;
        rgb[at] = (before + 2 * here + after + 2) >> 2;
        before = here;
      }
    }
  }
}

function speckle(rgb: Uint8Array, noise: number, seed: number): void {
  const factor = Math.round((noise / SPREAD) * 65536);
  let state = seed | 0;
  for (let i = 0; i < rgb.length; i += 1) {
    // Marsaglia's xorshift: its four bytes together are nearly bell-shaped.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const sum = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24) - 510;
    const value = (rgb[i] ?? 0) + ((sum * factor + 32768) >> 16);
    rgb[i] = Math.min(255, Math.max(0, value));
  }
}
