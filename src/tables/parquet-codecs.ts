import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { unsnap } from './snappy.ts';

/** A page larger than this is a lie or a bomb: usual ones have a megabyte, or a thousand pictures. */
export const MAX_PAGE_BYTES = 512 * 2 ** 20;

/** Decompressors that never give more than the page said it would have. */
export const codecs: Compressors = {
  SNAPPY: unsnap,
  GZIP: (input, length) => gunzipSync(input, limit(length)),
  BROTLI: (input, length) => brotliDecompressSync(input, limit(length)),
  ZSTD: (input, length) => zstdDecompressSync(input, limit(length)),
};

function limit(length: number): { maxOutputLength: number } {
  return { maxOutputLength: Math.max(1, length) };
}
