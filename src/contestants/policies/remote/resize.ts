/** A picture of three bytes per pixel, row by row. */
export interface RgbPicture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** Bits behind the point of a weight. */
const PRECISION = 22;

/** Which pixels make up one of the new ones: the first of them, and a weight for each. */
interface Taps {
  first: number;
  weights: Int32Array;
}

/**
 * Fits a picture into a size without distorting it: scaled as Pillow does (bilinear, to the last bit), centred on black.
 * @example resizeWithPad(picture, { width: 224, height: 224 }) // 320×240 becomes 224×168 with 28 black rows above and below
 */
export function resizeWithPad(picture: RgbPicture, size: { width: number; height: number }): RgbPicture {
  const { width, height } = size;
  if (picture.width === width && picture.height === height) return picture;
  const ratio = Math.max(picture.width / width, picture.height / height);
  const scaled = resize(picture, {
    width: Math.max(1, Math.trunc(picture.width / ratio)),
    height: Math.max(1, Math.trunc(picture.height / ratio)),
  });
  const left = Math.trunc((width - scaled.width) / 2);
  const top = Math.trunc((height - scaled.height) / 2);
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0; y < scaled.height; y++) {
    const row = 3 * y * scaled.width;
    rgb.set(scaled.rgb.subarray(row, row + 3 * scaled.width), 3 * ((y + top) * width + left));
  }
  return { width, height, rgb };
}

function resize(picture: RgbPicture, { width, height }: { width: number; height: number }): RgbPicture {
  // Pillow shrinks what is more than a hundred times as high as wide in height first.
  const first = picture.height > 100 * picture.width && height < picture.height ? resizeDown(picture, height) : picture;
  return resizeDown(resizeAcross(first, width), height);
}

function resizeAcross(picture: RgbPicture, width: number): RgbPicture {
  const { width: before, height, rgb } = picture;
  if (width === before) return picture;
  const out = new Uint8Array(3 * width * height);
  const columns = tapsOf(before, width);
  for (let y = 0; y < height; y++) {
    columns.forEach((taps, x) => {
      blend(rgb, 3 * (y * before + taps.first), 3, taps, out, 3 * (y * width + x));
    });
  }
  return { width, height, rgb: out };
}

function resizeDown(picture: RgbPicture, height: number): RgbPicture {
  const { width, height: before, rgb } = picture;
  if (height === before) return picture;
  const out = new Uint8Array(3 * width * height);
  tapsOf(before, height).forEach((taps, y) => {
    for (let x = 0; x < width; x++) {
      blend(rgb, 3 * (taps.first * width + x), 3 * width, taps, out, 3 * (y * width + x));
    }
  });
  return { width, height, rgb: out };
}

/** One new pixel, rounded to whole numbers after each direction as Pillow rounds. */
function blend(from: Uint8Array, at: number, step: number, { weights }: Taps, to: Uint8Array, out: number): void {
  const half = 1 << (PRECISION - 1);
  let red = half;
  let green = half;
  let blue = half;
  for (let i = 0, pixel = at; i < weights.length; i++, pixel += step) {
    const weight = weights[i] ?? 0;
    red += (from[pixel] ?? 0) * weight;
    green += (from[pixel + 1] ?? 0) * weight;
    blue += (from[pixel + 2] ?? 0) * weight;
  }
  to[out] = red >> PRECISION;
  to[out + 1] = green >> PRECISION;
  to[out + 2] = blue >> PRECISION;
}

/** A triangle over the old pixels, as wide as one new pixel is when the picture shrinks. */
function tapsOf(before: number, after: number): Taps[] {
  const scale = before / after;
  const support = Math.max(scale, 1);
  return Array.from({ length: after }, (_, i) => {
    const centre = (i + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - support + 0.5));
    const end = Math.min(before, Math.trunc(centre + support + 0.5));
    const heights = Array.from({ length: end - first }, (_, k) =>
      Math.max(0, 1 - Math.abs((k + first - centre + 0.5) * (1 / support))),
    );
    const total = heights.reduce((sum, height) => sum + height, 0);
    return {
      first,
      weights: Int32Array.from(heights, (height) => Math.trunc(0.5 + (height / total) * 2 ** PRECISION)),
    };
  });
}
