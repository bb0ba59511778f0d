import { messageOf, SextantError } from '../../contracts/index.ts';
import { maxDecodedPixels } from '../../media/index.ts';

/** Three bytes per pixel, row by row. */
export interface RgbPicture {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** Decodes a JPEG and insists on its size. */
export async function decodePicture(
  jpeg: Uint8Array,
  expected: { width: number; height: number },
  where: string,
): Promise<RgbPicture> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(jpeg, { limitInputPixels: maxDecodedPixels })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new SextantError('bad_media', `the picture cannot be decoded: ${messageOf(cause)}`, { where, cause });
    });
  const { width, height } = info;
  if (width === expected.width && height === expected.height) return { rgb: data, width, height };
  const [found, wanted] = [`${width}×${height}`, `${expected.width}×${expected.height}`];
  throw new SextantError('bad_media', `the picture has ${found} pixels, its camera has ${wanted}`, { where });
}

/** Compresses pixels, four bytes each, as RoboTwin stores its pictures. */
export async function encodePicture(rgba: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** What video players take for granted at these sizes: BT.601, values from 16 to 235, colour for four pixels together. */
export const COLOUR_SPACE = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
} as const;

/** The three planes of yuv420p, one after the other. Sides are even. */
export function toYuv420({ rgb, width, height }: RgbPicture): Uint8Array<ArrayBuffer> {
  const pixels = width * height;
  const planes = new Uint8Array((pixels * 3) / 2);
  for (let i = 0, at = 0; i < pixels; i += 1, at += 3) {
    planes[i] = 16.5 + 0.256788 * (rgb[at] ?? 0) + 0.504129 * (rgb[at + 1] ?? 0) + 0.097906 * (rgb[at + 2] ?? 0);
  }
  const below = 3 * width;
  const four = (at: number) =>
    (rgb[at] ?? 0) + (rgb[at + 3] ?? 0) + (rgb[at + below] ?? 0) + (rgb[at + below + 3] ?? 0);
  for (let y = 0, into = pixels; y < height; y += 2) {
    for (let x = 0, at = y * below; x < width; x += 2, at += 6, into += 1) {
      const r = four(at);
      const g = four(at + 1);
      const b = four(at + 2);
      planes[into] = 128.5 - 0.037056 * r - 0.072748 * g + 0.109804 * b;
      planes[into + pixels / 4] = 128.5 + 0.109804 * r - 0.091947 * g - 0.017857 * b;
    }
  }
  return planes;
}

/** mediabunny finds encoder and decoder among the globals, as in a browser. */
export async function loadVideoLibrary(): Promise<typeof import('mediabunny')> {
  await import('@napi-rs/webcodecs/polyfill');
  return import('mediabunny');
}

/** Encoder and decoder work on their own threads and do not keep the process alive; this does, until it is called. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}
