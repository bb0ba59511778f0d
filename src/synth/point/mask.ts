/** What a mask covers. */
export interface Extent {
  pixels: number;
  /** The pixel nearest to the middle: what the oracle points at. */
  u: number;
  v: number;
  /** Half the side of the largest square within, in pixels. */
  thickness: number;
}

/** Measures a mask; only the rows that have some of it are looked at. */
export function measureMask(mask: Uint8Array, width: number): Extent {
  const [first, end] = [mask.indexOf(255), mask.lastIndexOf(255) + 1];
  let [pixels, sumU, sumV, most] = [0, 0, 0, 0];
  // Side of the largest square that ends at each pixel of the row above and of this one.
  let above = new Uint16Array(width + 1);
  let here = new Uint16Array(width + 1);
  for (let v = Math.floor(first / width); first >= 0 && v * width < end; v += 1) {
    for (let u = 0; u < width; u += 1) {
      here[u + 1] = 0;
      if (mask[v * width + u] === 0) continue;
      pixels += 1;
      sumU += u;
      sumV += v;
      const side = 1 + Math.min(here[u] ?? 0, above[u] ?? 0, above[u + 1] ?? 0);
      here[u + 1] = side;
      if (side > most) most = side;
    }
    [above, here] = [here, above];
  }
  let [bestU, bestV, shortest] = [0, 0, Infinity];
  for (let i = Math.max(0, first); i < end; i += 1) {
    if (mask[i] === 0) continue;
    const u = i % width;
    const v = (i - u) / width;
    const far = (u - sumU / pixels) * (u - sumU / pixels) + (v - sumV / pixels) * (v - sumV / pixels);
    if (far < shortest) [bestU, bestV, shortest] = [u, v, far];
  }
  return { pixels, u: bestU, v: bestV, thickness: most / 2 };
}

/** The pixels of one item, all of which are in a box. */
export function itemMask(
  { segmentation, width }: { segmentation: Uint16Array; width: number },
  id: number,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): Uint8Array {
  const mask = new Uint8Array(segmentation.length);
  for (let v = top; v < bottom; v += 1) {
    for (let i = v * width + left; i < v * width + right; i += 1) if (segmentation[i] === id) mask[i] = 255;
  }
  return mask;
}
