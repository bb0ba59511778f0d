/** Stored numbers are cut to 0 … 255 on their own. */
export type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** Blocks may be taken from so far outside of a picture; with 24 of them half steps can be computed in whole tiles. */
export const BORDER = 28;

/** One of a picture's three planes, with a border all around. */
export class Plane {
  readonly width: number;
  readonly height: number;
  readonly border: number;
  readonly stride: number;
  readonly pixels: Pixels;

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
