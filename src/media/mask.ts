import { crc32, inflateSync } from 'node:zlib';
import { type Mask, type MediaRef, messageOf, SextantError } from '../contracts/index.ts';
import { assetsOver } from './assets.ts';
import { imageInfo } from './image-info.ts';
import { badPng, maxDecodedBytes, parsePng, pngPixels, rowsLength } from './png-pixels.ts';

/** For sharp, which decodes to four bytes per pixel at most. */
export const maxDecodedPixels = maxDecodedBytes / 4;

/**
 * The values of a mask, one per pixel: the first channel as `readPng` defines it; other formats are decoded by sharp.
 * @example const { width, values } = await decodeMask(bytes); const inside = values[y * width + x] > 0;
 */
export async function decodeMask(bytes: Uint8Array): Promise<Mask> {
  const { type, width, height } = imageInfo(bytes);
  if (type === 'image/png') return readPng(bytes);
  const { default: sharp } = await import('sharp');
  try {
    // Colour management would change values, so the profile is ignored.
    const { data, info } = await sharp(bytes, { limitInputPixels: maxDecodedPixels, ignoreIcc: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const values = new Uint8Array(info.width * info.height);
    for (let i = 0; i < values.length; i++) values[i] = data[i * info.channels] ?? 0;
    return { width: info.width, height: info.height, values };
  } catch (cause) {
    throw new SextantError(
      'bad_media',
      `cannot decode the ${type} mask of ${width} × ${height} pixels: ${messageOf(cause)}`,
      {
        fix: 'convert the mask to PNG',
        cause,
      },
    );
  }
}

/** Assets over anything that hands out bytes. */
export function assetsFrom(bytes: (ref: MediaRef) => Promise<Uint8Array>) {
  return assetsOver(bytes, decodeMask);
}

/** The values of a PNG's first channel, as `pngPixels` defines them. */
function readPng(bytes: Uint8Array): Mask {
  const png = parsePng(bytes, crc32);
  const length = rowsLength(png);
  let raw: Uint8Array;
  try {
    // Never more than the picture needs: a small file may unpack to gigabytes. Some writers add a few bytes that belong to no row.
    const limits = { maxOutputLength: length + 4096, chunkSize: Math.max(64, length + 1) };
    raw = inflateSync(Buffer.concat(png.data), limits);
  } catch (cause) {
    throw badPng('the PNG is damaged: its data cannot be unpacked', cause);
  }
  return pngPixels(png, raw);
}
