import type { Mask } from '../../src/contracts/index.ts';
import { at } from '../../src/util/index.ts';

/** A target as small as a thumbnail shows it, and where it lies. */
export interface Stamp {
  mask: Mask;
  /** Middle and half size of what is inside, as shares of width and height; absent where nothing is. */
  place?: { x: number; y: number; reach: number };
}

/** Pixels of a stamp, at most, from side to side. */
const WIDTH = 160;

/** A small mask in which a pixel is inside where any pixel that it stands for is: nothing is too small to be seen. */
export function stampOf({ width, height, values }: Mask): Stamp {
  const scale = Math.min(1, WIDTH / width);
  const small = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const marks = new Uint8Array(small.width * small.height);
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(small.height - 1, Math.floor(y * scale)) * small.width;
    for (let x = 0; x < width; x += 1) {
      if (at(values, y * width + x) === 0) continue;
      marks[row + Math.min(small.width - 1, Math.floor(x * scale))] = 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  const mask = { ...small, values: marks };
  if (right < 0) return { mask };
  return {
    mask,
    place: {
      x: (left + right + 1) / 2 / width,
      y: (top + bottom + 1) / 2 / height,
      reach: Math.max(right + 1 - left, bottom + 1 - top) / 2 / width,
    },
  };
}
