import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib';
import { GaveUp } from './exchange.ts';

const unzip = promisify<Buffer, ZlibOptions, Buffer>(gunzip);
const decoders: Readonly<Record<string, (bytes: Buffer, opts: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: unzip,
  'x-gzip': unzip,
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // With zlib's frame, as it should be, or without, as some send it.
  deflate: (bytes, opts) =>
    promisify<Buffer, ZlibOptions, Buffer>(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, opts),
};

/** Most encodings that a reply may be wrapped in. */
const MOST_LAYERS = 3;

/**
 * A body without its content encoding: proxies pack replies although we ask for nothing of the kind. What cannot be
 * unpacked is left as it is. Gives up with `too_large` on one that is small only as long as it is packed.
 */
export async function unpackBody(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const layers = encoding.toLowerCase().split(',').reverse();
  if (layers.length > MOST_LAYERS) return bytes;
  let unpacked = bytes;
  for (const layer of layers) {
    const decode = decoders[layer.trim()];
    if (!decode || unpacked.length === 0) continue;
    try {
      unpacked = await decode(unpacked, { maxOutputLength: maxBytes });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        throw new GaveUp('too_large');
      return bytes;
    }
  }
  return unpacked;
}
