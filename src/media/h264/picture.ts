/** Stored numbers are cut to 0 … 255 on their own. */
export type PlaneBytes = Uint8ClampedArray<ArrayBuffer>;

/** Blocks may be taken from so far outside of a picture; with 24 of them half steps can be computed in whole tiles. */
export const BORDER = 28;

/** One of a picture's three planes, with a border all around. */
export class Plane {
  readonly width: number;
  readonly height: number;
  readonly border: number;
  readonly stride: number;
  readonly pixels: PlaneBytes;

  constructor(width: number, height: number, border: number) {
    this.width = width;
    this.height = height;
    this.border = border;
    this.stride = width + 2 * border;
    this.pixels = new Uint8ClampedArray(this.stride * (height + 2 * border));
  }

  at(x: number, y: number): number {
    return (y + this.border) * this.stride + x + this.border;
  }

  /** Outside there is what stands at the edge. */
  extend(): void {
    const { pixels, width, height, border, stride } = this;
    for (let y = 0; y < height; y += 1) {
      const row = this.at(0, y);
      pixels.fill(pixels[row] ?? 0, row - border, row);
      pixels.fill(pixels[row + width - 1] ?? 0, row + width, row + width + border);
    }
    const [first, last] = [border * stride, (border + height - 1) * stride];
    for (let y = 0; y < border; y += 1) {
      pixels.copyWithin(y * stride, first, first + stride);
      pixels.copyWithin(last + (y + 1) * stride, last, last + stride);
    }
  }

  /** The pixels of the upper left part, row by row. */
  cut(width: number, height: number): Uint8Array {
    const out = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) out.set(this.pixels.subarray(this.at(0, y), this.at(width, y)), y * width);
    return out;
  }
}

/** Brightness, and two colour planes of half the size. Sides are multiples of 16. */
export class YuvPicture {
  readonly y: Plane;
  readonly u: Plane;
  readonly v: Plane;

  constructor(width: number, height: number) {
    this.y = new Plane(width, height, BORDER);
    this.u = new Plane(width / 2, height / 2, BORDER / 2);
    this.v = new Plane(width / 2, height / 2, BORDER / 2);
  }
}

/**
 * Red, green and blue to brightness and colour as BT.601 has them in its narrow range, in whole numbers: 65,536 times the
 * standard's factors. The colour of four pixels is that of their mean. What is missing to whole macroblocks repeats the edge.
 */
export function fillPicture({ y: luma, u, v }: YuvPicture, rgb: Uint8Array, width: number, height: number): void {
  for (let y = 0; y < luma.height; y += 2) {
    const row = 3 * width * Math.min(y, height - 2);
    const below = row + 3 * width;
    let to = luma.at(0, y);
    let toColour = u.at(0, y / 2);
    for (let x = 0; x < luma.width; x += 2, to += 2, toColour += 1) {
      const i = row + 3 * Math.min(x, width - 2);
      const j = i - row + below;
      luma.pixels[to] = brightness(rgb, i);
      luma.pixels[to + 1] = brightness(rgb, i + 3);
      luma.pixels[to + luma.stride] = brightness(rgb, j);
      luma.pixels[to + luma.stride + 1] = brightness(rgb, j + 3);
      const red = (rgb[i] ?? 0) + (rgb[i + 3] ?? 0) + (rgb[j] ?? 0) + (rgb[j + 3] ?? 0);
      const green = (rgb[i + 1] ?? 0) + (rgb[i + 4] ?? 0) + (rgb[j + 1] ?? 0) + (rgb[j + 4] ?? 0);
      const blue = (rgb[i + 2] ?? 0) + (rgb[i + 5] ?? 0) + (rgb[j + 2] ?? 0) + (rgb[j + 5] ?? 0);
      u.pixels[toColour] = (-9714 * red - 19_070 * green + 28_784 * blue + MIDDLE) >> 18;
      v.pixels[toColour] = (28_784 * red - 24_103 * green - 4681 * blue + MIDDLE) >> 18;
    }
  }
}

/** 128 and a half, times four pixels. */
const MIDDLE = (128 << 18) + (1 << 17);

function brightness(rgb: Uint8Array, i: number): number {
  const weighed = 16_829 * (rgb[i] ?? 0) + 33_039 * (rgb[i + 1] ?? 0) + 6416 * (rgb[i + 2] ?? 0);
  return (weighed + (16 << 16) + (1 << 15)) >> 16;
}
