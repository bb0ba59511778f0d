import { messageOf, SextantError } from '../contracts/index.ts';
import { maxDecodedPixels } from './mask.ts';

/** A picture's colours, three bytes per pixel, row by row; what is transparent is black. */
export async function decodeRgb(bytes: Uint8Array): Promise<{ width: number; height: number; rgb: Uint8Array }> {
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxDecodedPixels })
      .flatten()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
  } catch (cause) {
    throw new SextantError('bad_media', `cannot decode the picture: ${messageOf(cause)}`, { cause });
  }
}
