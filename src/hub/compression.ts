import type { Transform } from 'node:stream';
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { streamRegular } from '../files/index.ts';
import { firstBytes } from '../tables/index.ts';

/** How a file of this name is to be packed: `.zst`, `.gz` or `.tgz`; anything else stays as it is. */
export function packer(file: string): Transform[] {
  if (file.endsWith('.zst')) return [createZstdCompress()];
  return /\.t?gz$/.test(file) ? [createGzip()] : [];
}

/** The unpacked bytes of a file; its first bytes tell how it was packed, not its name. */
export function unpacked(file: string): AsyncIterable<Buffer> {
  const stream = streamRegular(file, { highWaterMark: 2 ** 18 });
  const magic = firstBytes(file, 4);
  const unpack = magic === '28b52ffd' ? createZstdDecompress() : magic.startsWith('1f8b') ? createGunzip() : undefined;
  if (!unpack) return stream;
  stream.on('error', (error) => unpack.destroy(error));
  unpack.on('close', () => stream.destroy());
  return stream.pipe(unpack);
}
