import { crc32, inflateSync } from 'node:zlib';
import type { Mask } from '../contracts/index.ts';
import { badPng, parsePng, pngPixels, rowsLength } from './png-pixels.ts';

/** The values of a PNG's first channel, as `pngPixels` defines them. */
export function readPng(bytes: Uint8Array): Mask {
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
