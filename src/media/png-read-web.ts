import type { Mask } from '../contracts/index.ts';
import { imageInfo } from './image-info.ts';
import { badPng, parsePng, pngPixels, rowsLength } from './png-pixels.ts';

/** A mask's values by what every browser has; the same values as on the command line, or an error. */
export async function decodeMaskInBrowser(bytes: Uint8Array): Promise<Mask> {
  const { type } = imageInfo(bytes);
  if (type !== 'image/png') throw badPng(`a mask in ${type} can be read on the command line only`);
  const png = parsePng(bytes, crc32);
  const raw = new Uint8Array(rowsLength(png));
  let at = 0;
  try {
    for await (const part of inflated(png.data)) {
      // Never more than the picture needs: a small file may unpack to gigabytes.
      const fitting = part.subarray(0, raw.length - at);
      raw.set(fitting, at);
      at += fitting.length;
      if (at === raw.length) break;
    }
  } catch (cause) {
    throw badPng('the PNG is damaged: its data cannot be unpacked', cause);
  }
  return pngPixels(png, raw.subarray(0, at));
}

/** Written right into the stream: a `Blob` would send every mask through another process. */
function inflated(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const { writable, readable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  // Errors reach whatever reads the stream.
  const ignore = () => {};
  for (const part of parts) writer.write(new Uint8Array(part)).catch(ignore);
  writer.close().catch(ignore);
  return readable;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
