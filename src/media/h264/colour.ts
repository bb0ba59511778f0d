import type { YuvPicture } from './picture.ts';

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
