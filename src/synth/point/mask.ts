/** What a mask covers. */
export interface Extent {
  pixels: number;
  /** The pixel nearest to the middle: what the oracle points at. */
  u: number;
  v: number;
  /** Half the side of the largest square within, in pixels. */
  thickness: number;
}

/** Measures a mask; only the rows and columns of it are looked at. */
export function measureMask(mask: Uint8Array, width: number): Extent {
  let [pixels, sumU, sumV] = [0, 0, 0];
  // Chebyshev distance to the next pixel outside, from above and from the left: the largest square that ends here.
  const side = new Uint16Array(mask.length);
  let most = 0;
  for (let i = mask.indexOf(255); i >= 0 && i < mask.length; i += 1) {
    if (mask[i] === 0) continue;
    const u = i % width;
    pixels += 1;
    sumU += u;
    sumV += (i - u) / width;
    const least = u === 0 ? 0 : Math.min(side[i - 1] ?? 0, side[i - width] ?? 0, side[i - width - 1] ?? 0);
    side[i] = least + 1;
    if (least + 1 > most) most = least + 1;
  }
  let [bestU, bestV, shortest] = [0, 0, Infinity];
  for (let i = mask.indexOf(255); i >= 0 && i < mask.length; i += 1) {
    if (mask[i] === 0) continue;
    const [u, v] = [i % width, Math.floor(i / width)];
    const far = (u - sumU / pixels) ** 2 + (v - sumV / pixels) ** 2;
    if (far < shortest) [bestU, bestV, shortest] = [u, v, far];
  }
  return { pixels, u: bestU, v: bestV, thickness: most / 2 };
}

/** The pixels of one item. */
export function itemMask(segmentation: Uint16Array, id: number): Uint8Array {
  const mask = new Uint8Array(segmentation.length);
  for (let i = 0; i < segmentation.length; i += 1) if (segmentation[i] === id) mask[i] = 255;
  return mask;
}
