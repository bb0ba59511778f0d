import type { Pixels } from '../demonstration.ts';

/** What video players take for granted at these sizes: BT.601, values from 16 to 235, colour for four pixels together. */
export const COLOUR_SPACE = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
} as const;

/** Bytes of a picture in yuv420p. */
export function yuv420Bytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}

/** The three planes of yuv420p, one after the other, in whole numbers of 2⁻¹⁶. Sides are even. */
export function toYuv420({ rgb, width, height }: Pixels, planes: Uint8Array): void {
  const pixels = width * height;
  const quarter = pixels / 4;
  const below = 3 * width;
  for (let y = 0, chroma = pixels; y < height; y += 2) {
    for (let x = 0, at = y * below, luma = y * width; x < width; x += 2, at += 6, luma += 2, chroma += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let corner = 0; corner < 4; corner += 1) {
        const right = corner & 1;
        const down = corner >> 1;
        const from = at + 3 * right + below * down;
        const r = rgb[from] ?? 0;
        const g = rgb[from + 1] ?? 0;
        const b = rgb[from + 2] ?? 0;
        planes[luma + right + width * down] = (16829 * r + 33039 * g + 6416 * b + 0x10_8000) >> 16;
        red += r;
        green += g;
        blue += b;
      }
      planes[chroma] = (-2428 * red - 4768 * green + 7196 * blue + 0x80_8000) >> 16;
      planes[chroma + quarter] = (7196 * red - 6026 * green - 1170 * blue + 0x80_8000) >> 16;
    }
  }
}
