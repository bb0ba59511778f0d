import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';

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

/**
 * Unpacks a snappy block into exactly `length` bytes. Long stretches are copied whole, which is what pictures come to:
 * on them this is faster than WebAssembly, and it leaves no grown memory behind.
 * @internal exported for its test
 */
export function unsnap(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let at = 0;
  let to = 0;
  const little = (bytes: number): number => {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value += byteAt(input, at + index) * 2 ** (8 * index);
    at += bytes;
    return value;
  };
  // The block begins with its length as a varint; the page's header has said it already.
  while (byteAt(input, at) & 0x80) at += 1;
  at += 1;
  while (at < input.length) {
    const tag = little(1);
    const kind = tag & 3;
    const rest = tag >> 2;
    if (kind === 0) {
      const size = (rest < 60 ? rest : little(rest - 59)) + 1;
      if (at + size > input.length || to + size > length) throw new RangeError('snappy: a literal is too long');
      output.set(input.subarray(at, at + size), to);
      at += size;
      to += size;
      continue;
    }
    const size = kind === 1 ? (rest & 7) + 4 : rest + 1;
    const back = kind === 1 ? ((tag >> 5) << 8) + little(1) : little(kind === 2 ? 2 : 4);
    if (back === 0 || back > to || to + size > length) throw new RangeError('snappy: a copy from nowhere');
    // Byte by byte: a copy may overlap what it writes.
    for (const end = to + size; to < end; to += 1) output[to] = byteAt(output, to - back);
  }
  if (to !== length) throw new RangeError(`snappy: ${length} bytes were promised, ${to} found`);
  return output;
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('snappy: the data ends too early');
  return byte;
}
