import { BORDER, type Plane, type PlaneBytes, type YuvPicture } from './picture.ts';

/** Tiles of half steps; the outermost pixels of the border have none, since three more on each side go into one. */
const TILE = 16;
const RIM = 4;
/** How far outside of the picture a block of 16 may begin, and how far beyond the right or lower edge. */
const BEFORE = BORDER - RIM;
const BEYOND = BORDER - RIM - TILE - 1;
/** The farthest a block is looked for, in quarters of a pixel. */
const FARTHEST = 4 * 120;

/**
 * A picture that others are predicted from, at quarters of a pixel. Half steps are computed by the standard's six taps, a tile
 * when first needed: where nothing moves, they are never needed.
 */
export class ReferencePicture {
  readonly picture: YuvPicture;
  /** Whole steps, half a step right, half a step down, both. */
  readonly #planes: readonly [PlaneBytes, PlaneBytes, PlaneBytes, PlaneBytes];
  readonly #columns: number;
  readonly #done: Uint8Array;
  readonly #taps = new Int32Array(TILE * (TILE + 5));

  constructor(picture: YuvPicture) {
    const { pixels, width, height } = picture.y;
    this.picture = picture;
    this.#planes = [pixels, pixels.slice(), pixels.slice(), pixels.slice()];
    this.#columns = (width + 2 * BEFORE) / TILE;
    this.#done = new Uint8Array((this.#columns * (height + 2 * BEFORE)) / TILE);
  }

  /** To be called when the picture has changed. */
  renew(): void {
    const { y, u, v } = this.picture;
    for (const plane of [y, u, v]) plane.extend();
    this.#done.fill(0);
  }

  /** Whether a block of 16 that stands at `x`, `y` may be taken from so many quarters away. */
  reaches(x: number, y: number, dx: number, dy: number): boolean {
    const { width, height } = this.picture.y;
    if (Math.abs(dx) > FARTHEST || Math.abs(dy) > FARTHEST) return false;
    const [left, top] = [x + (dx >> 2), y + (dy >> 2)];
    return left >= -BEFORE && top >= -BEFORE && left <= width + BEYOND && top <= height + BEYOND;
  }

  /** The sum of absolute differences of a block of 16 from what stands so many quarters away; given up above `limit`. */
  difference(source: PlaneBytes, x: number, y: number, dx: number, dy: number, limit: number): number {
    const luma = this.picture.y;
    const at = luma.at(x, y);
    const from = this.#find(x, y, dx, dy);
    const pair = 4 * (dy & 3) + (dx & 3);
    const first = this.#planes[firstPlane[pair] ?? 0] ?? source;
    const i = from + (firstRight[pair] ?? 0) + (firstDown[pair] ?? 0) * luma.stride;
    if (((dx | dy) & 1) === 0) return plainDifference(source, at, first, i, luma.stride, limit);
    const second = this.#planes[secondPlane[pair] ?? 0] ?? source;
    const j = from + (secondRight[pair] ?? 0) + (secondDown[pair] ?? 0) * luma.stride;
    return meanDifference(source, at, first, i, second, j, luma.stride, limit);
  }

  /** Puts the block that stands so many quarters away into another picture. */
  predict(into: YuvPicture, x: number, y: number, dx: number, dy: number): void {
    const luma = this.picture.y;
    const from = this.#find(x, y, dx, dy);
    const pair = 4 * (dy & 3) + (dx & 3);
    const first = this.#planes[firstPlane[pair] ?? 0] ?? luma.pixels;
    const second = this.#planes[secondPlane[pair] ?? 0] ?? luma.pixels;
    let i = from + (firstRight[pair] ?? 0) + (firstDown[pair] ?? 0) * luma.stride;
    let j = from + (secondRight[pair] ?? 0) + (secondDown[pair] ?? 0) * luma.stride;
    let to = luma.at(x, y);
    for (let row = 0; row < 16; row += 1) {
      for (let c = 0; c < 16; c += 1) into.y.pixels[to + c] = ((first[i + c] ?? 0) + (second[j + c] ?? 0) + 1) >> 1;
      i += luma.stride;
      j += luma.stride;
      to += luma.stride;
    }
  }

  predictColours(into: YuvPicture, x: number, y: number, dx: number, dy: number): void {
    predictColour(this.picture.u, into.u, x / 2, y / 2, dx, dy);
    predictColour(this.picture.v, into.v, x / 2, y / 2, dx, dy);
  }

  /** Where it is in the planes; the tiles that it touches are made ready. */
  #find(x: number, y: number, dx: number, dy: number): number {
    const [left, top] = [x + (dx >> 2), y + (dy >> 2)];
    if (((dx | dy) & 3) !== 0) {
      const [first, last] = [(left + BEFORE) >> 4, (left + TILE + BEFORE) >> 4];
      const end = (top + TILE + BEFORE) >> 4;
      for (let row = (top + BEFORE) >> 4; row <= end; row += 1)
        for (let column = first; column <= last; column += 1)
          if (this.#done[row * this.#columns + column] === 0) this.#fill(column, row);
    }
    return this.picture.y.at(left, top);
  }

  #fill(column: number, row: number): void {
    this.#done[row * this.#columns + column] = 1;
    const { stride } = this.picture.y;
    const [whole, right, down, both] = this.#planes;
    const taps = this.#taps;
    const corner = (RIM + TILE * row) * stride + RIM + TILE * column;
    for (let y = -2, i = corner - 2 * stride, t = 0; y < TILE + 3; y += 1, i += stride) {
      for (let x = i; x < i + TILE; x += 1, t += 1) {
        const inner = (whole[x] ?? 0) + (whole[x + 1] ?? 0);
        const middle = (whole[x - 1] ?? 0) + (whole[x + 2] ?? 0);
        taps[t] = 20 * inner - 5 * middle + (whole[x - 2] ?? 0) + (whole[x + 3] ?? 0);
      }
    }
    for (let y = 0, i = corner, t = 2 * TILE; y < TILE; y += 1, i += stride) {
      for (let x = i; x < i + TILE; x += 1, t += 1) {
        right[x] = ((taps[t] ?? 0) + 16) >> 5;
        const inner = (whole[x] ?? 0) + (whole[x + stride] ?? 0);
        const middle = (whole[x - stride] ?? 0) + (whole[x + 2 * stride] ?? 0);
        const outer = (whole[x - 2 * stride] ?? 0) + (whole[x + 3 * stride] ?? 0);
        down[x] = (20 * inner - 5 * middle + outer + 16) >> 5;
        const near = (taps[t] ?? 0) + (taps[t + TILE] ?? 0);
        const next = (taps[t - TILE] ?? 0) + (taps[t + 2 * TILE] ?? 0);
        const far = (taps[t - 2 * TILE] ?? 0) + (taps[t + 3 * TILE] ?? 0);
        both[x] = (20 * near - 5 * next + far + 512) >> 10;
      }
    }
  }
}

/** For every quarter step the two samples whose mean it is, by plane and by whole steps. The same one twice needs no mean. */
const firstPlane = new Uint8Array(16);
const firstRight = new Uint8Array(16);
const firstDown = new Uint8Array(16);
const secondPlane = new Uint8Array(16);
const secondRight = new Uint8Array(16);
const secondDown = new Uint8Array(16);
for (let pair = 0; pair < 16; pair += 1) {
  const [x, y] = [pair & 3, pair >> 2];
  const [oddX, oddY] = [x & 1, y & 1];
  const isBetween = oddX + oddY === 2;
  // Between four samples it is the mean of the two that are half a step off in one direction only.
  const [x1, y1] = isBetween ? [2, y < 2 ? 0 : 4] : [x - oddX, y - oddY];
  const [x2, y2] = isBetween ? [x < 2 ? 0 : 4, 2] : [x + oddX, y + oddY];
  firstPlane[pair] = ((x1 >> 1) & 1) + (y1 & 2);
  firstRight[pair] = x1 >> 2;
  firstDown[pair] = y1 >> 2;
  secondPlane[pair] = ((x2 >> 1) & 1) + (y2 & 2);
  secondRight[pair] = x2 >> 2;
  secondDown[pair] = y2 >> 2;
}

function plainDifference(a: PlaneBytes, i: number, b: PlaneBytes, j: number, stride: number, limit: number): number {
  let sum = 0;
  for (let row = 0; row < 16 && sum < limit; row += 1, i += stride, j += stride)
    for (let c = 0; c < 16; c += 1) sum += Math.abs((a[i + c] ?? 0) - (b[j + c] ?? 0));
  return sum;
}

function meanDifference(
  a: PlaneBytes,
  i: number,
  b: PlaneBytes,
  j: number,
  d: PlaneBytes,
  k: number,
  stride: number,
  limit: number,
): number {
  let sum = 0;
  for (let row = 0; row < 16 && sum < limit; row += 1, i += stride, j += stride, k += stride)
    for (let c = 0; c < 16; c += 1) sum += Math.abs((a[i + c] ?? 0) - (((b[j + c] ?? 0) + (d[k + c] ?? 0) + 1) >> 1));
  return sum;
}

/** Eighths of a pixel, by weight. */
function predictColour(plane: Plane, into: Plane, x: number, y: number, dx: number, dy: number): void {
  const { pixels, stride } = plane;
  const [right, down] = [dx & 7, dy & 7];
  const [a, b, c, d] = [(8 - right) * (8 - down), right * (8 - down), (8 - right) * down, right * down];
  let i = plane.at(x + (dx >> 3), y + (dy >> 3));
  let to = into.at(x, y);
  for (let row = 0; row < 8; row += 1, i += stride, to += stride) {
    for (let k = 0; k < 8; k += 1) {
      const above = a * (pixels[i + k] ?? 0) + b * (pixels[i + k + 1] ?? 0);
      const below = c * (pixels[i + k + stride] ?? 0) + d * (pixels[i + k + stride + 1] ?? 0);
      into.pixels[to + k] = (above + below + 32) >> 6;
    }
  }
}
