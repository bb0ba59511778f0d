import type { Visibility } from '../../scenes/index.ts';
import type { SeenItem, Situation } from './situation.ts';

/** Free space: enough to hit, not so much that anything hits. Pixels, and half the side of a square that fits in. */
const LEAST_FREE = 900;
const MOST_FREE = 0.12;
const LEAST_THICKNESS = 7;
/** Of the mask, so much must hang together: nobody points at what goes on behind something else. */
const ONE_PIECE = 0.97;

/** What a small picture says of a mask is less sure: so much of each demand is enough, and so many times as much is not too much. */
const ABOUT = 0.75;

/** Whether a small mask, whose pixels are `scale` wide in the finished picture, may be that of a fair target. */
export function isFairAbout(mask: Uint8Array, width: number, scale: number): boolean {
  let pixels = 0;
  for (const value of mask) if (value > 0) pixels += 1;
  const isRight = pixels * scale * scale >= ABOUT * LEAST_FREE && pixels <= (MOST_FREE / ABOUT) * mask.length;
  return isRight && largestPiece(mask, width) >= ABOUT * pixels;
}

/** Whether a mask of free space is a fair target. */
export function isFair(mask: Uint8Array, width: number): boolean {
  const first = mask.indexOf(255);
  if (first < 0) return false;
  const [top, end] = [Math.floor(first / width), mask.lastIndexOf(255) + 1];
  let [pixels, left, right] = [0, width, 0];
  for (let row = top * width; row < end; row += width) {
    for (let u = 0; u < width; u += 1) {
      if (mask[row + u] === 0) continue;
      pixels += 1;
      if (u < left) left = u;
      if (u >= right) right = u + 1;
    }
  }
  if (pixels < LEAST_FREE || pixels > MOST_FREE * mask.length) return false;
  // Side of the largest square that ends at each pixel of the row above and of this one.
  let most = 0;
  let above = new Uint16Array(width + 1);
  let here = new Uint16Array(width + 1);
  for (let row = top * width; row < end; row += width) {
    for (let u = left; u < right; u += 1) {
      here[u + 1] = 0;
      if (mask[row + u] === 0) continue;
      const side = 1 + Math.min(here[u] ?? 0, above[u] ?? 0, above[u + 1] ?? 0);
      here[u + 1] = side;
      if (side > most) most = side;
    }
    [above, here] = [here, above];
  }
  return most / 2 >= LEAST_THICKNESS && largestPiece(mask, width) >= ONE_PIECE * pixels;
}

/** Pixels of the largest part of a mask that hangs together. */
function largestPiece(mask: Uint8Array, width: number): number {
  const left = Uint8Array.from(mask);
  let most = 0;
  for (let start = left.indexOf(255); start >= 0; start = left.indexOf(255, start + 1)) {
    const open = [start];
    left[start] = 0;
    let size = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      size += 1;
      const u = next % width;
      for (const pixel of [next - width, next + width, u > 0 ? next - 1 : -1, u < width - 1 ? next + 1 : -1]) {
        if (left[pixel] !== 255) continue;
        left[pixel] = 0;
        open.push(pixel);
      }
    }
    most = Math.max(most, size);
  }
  return most;
}

/** The pixels of one item, all of which are in a box. */
export function itemMask(
  { segmentation, width }: { segmentation: Uint16Array; width: number },
  id: number,
  { left, top, right, bottom }: Visibility['box'],
): Uint8Array {
  const mask = new Uint8Array(segmentation.length);
  for (let v = top; v < bottom; v += 1) {
    for (let i = v * width + left; i < v * width + right; i += 1) if (segmentation[i] === id) mask[i] = 255;
  }
  return mask;
}

/** A pixel of an item, the one nearest to the middle of its box; the middle itself where there is no large picture yet. */
export function pixelOf(
  { shot, scale = 1 }: Pick<Situation, 'shot' | 'scale'>,
  { item, box, u: midU, v: midV }: SeenItem,
): [u: number, v: number] {
  let [bestU, bestV, shortest] = [Math.floor(midU), Math.floor(midV), Infinity];
  if (!shot || scale !== 1) return [bestU, bestV];
  const { segmentation, width } = shot.picture;
  for (let v = box.top; v < box.bottom; v += 1) {
    for (let u = box.left; u < box.right; u += 1) {
      const far = (u - midU) ** 2 + (v - midV) ** 2;
      if (far < shortest && segmentation[v * width + u] === item.id) [bestU, bestV, shortest] = [u, v, far];
    }
  }
  return [bestU, bestV];
}
