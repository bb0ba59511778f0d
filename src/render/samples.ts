/** How near the samples of a pixel must be to each other to count as one piece: 1 / distance of the farthest, of that of the nearest. */
export const CLOSE = 0.99;

/** For every choice of a pixel's samples: how many, and where their middle is. */
export const counts = new Float64Array(16);
export const rights = new Float64Array(16);
export const downs = new Float64Array(16);
for (let mask = 1; mask < 16; mask += 1) {
  const [a, b, c, d] = [mask & 1, (mask >> 1) & 1, (mask >> 2) & 1, mask >> 3] as const;
  const count = a + b + c + d;
  counts[mask] = count;
  rights[mask] = 0.5 + (b + d - a - c) / (4 * count);
  downs[mask] = 0.5 + (c + d - a - b) / (4 * count);
}

/** 1 if two numbers from 0 are the same. */
export function isSame(a: number, b: number): number {
  return ((a ^ b) - 1) >>> 31;
}
