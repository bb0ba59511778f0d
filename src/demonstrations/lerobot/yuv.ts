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

const luma = (r: number, g: number, b: number) => (16829 * r + 33039 * g + 6416 * b + 0x10_8000) >> 16;

/**
 * The three planes of yuv420p, one after the other, in whole numbers of 2⁻¹⁶. Sides are even. Without lists and inner loops,
 * because most of our own work in an export is done here.
 */
export function toYuv420({ rgb, width, height }: Pixels, planes: Uint8Array): void {
  const pixels = width * height;
  for (let y = 0, chroma = pixels; y < height; y += 2) {
    for (let x = 0, at = 3 * y * width, to = y * width; x < width; x += 2, at += 6, to += 2, chroma += 1) {
      const r0 = rgb[at] ?? 0;
      const g0 = rgb[at + 1] ?? 0;
      const b0 = rgb[at + 2] ?? 0;
      const r1 = rgb[at + 3] ?? 0;
      const g1 = rgb[at + 4] ?? 0;
      const b1 = rgb[at + 5] ?? 0;
      const below = at + 3 * width;
      const r2 = rgb[below] ?? 0;
      const g2 = rgb[below + 1] ?? 0;
      const b2 = rgb[below + 2] ?? 0;
      const r3 = rgb[below + 3] ?? 0;
      const g3 = rgb[below + 4] ?? 0;
      const b3 = rgb[below + 5] ?? 0;
      planes[to] = luma(r0, g0, b0);
      planes[to + 1] = luma(r1, g1, b1);
      planes[to + width] = luma(r2, g2, b2);
      planes[to + width + 1] = luma(r3, g3, b3);
      const r = r0 + r1 + r2 + r3;
      const g = g0 + g1 + g2 + g3;
      const b = b0 + b1 + b2 + b3;
      planes[chroma] = (-2428 * r - 4768 * g + 7196 * b + 0x80_8000) >> 16;
      planes[chroma + pixels / 4] = (7196 * r - 6026 * g - 1170 * b + 0x80_8000) >> 16;
    }
  }
}
