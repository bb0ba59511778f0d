import { closeSync, fstatSync, readSync } from 'node:fs';
import { crc32, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { messageOf, type SextantError } from '../contracts/index.ts';
import { openRegular } from '../files/index.ts';
import { findZipContents, readZipContents, ZIP_TAIL, type ZipEntry, zipDataStart } from '../util/index.ts';
import { badData, refuseBomb, requireFile } from './bad-data.ts';

/** The longest clip that is read, and the longest table of contents. */
const MAX_ENTRY_BYTES = 2 ** 30;
const MAX_CONTENTS_BYTES = 256 * 2 ** 20;

/** An archive of pictures or clips, of any size: only what is asked for is read, and nothing is unpacked to disk. */
export interface ZipFile {
  names: readonly string[];
  sizeOf(name: string): number | undefined;
  /** The bytes of an entry, checked against its checksum; undefined when there is none of this name. */
  read(name: string): Buffer | undefined;
}

/**
 * Opens an archive by its table of contents. Names that lead out of the folder it would be unpacked to are refused.
 * @example openZipFile('scannet.zip').read('scannet/scene0011_00.mp4')
 */
export function openZipFile(path: string): ZipFile {
  requireFile(path);
  const fail = (what: string, cause?: unknown): SextantError =>
    badData(`not an archive that can be read: ${what}`, { file: path }, { cause, fix: 'download it again' });
  let entries: Map<string, ZipEntry>;
  try {
    entries = withFile(path, (read, size) => {
      const start = Math.max(0, size - ZIP_TAIL);
      const found = findZipContents(read(start, size - start), start);
      if (!found) throw new RangeError('it has no table of contents: no zip archive, or cut off');
      if (found.size > MAX_CONTENTS_BYTES) throw new RangeError('its table of contents is too long');
      return readZipContents(read(found.offset, found.size));
    });
  } catch (error) {
    throw fail(messageOf(error), error);
  }
  for (const name of entries.keys())
    if (leadsOut(name)) throw fail(`the name ${JSON.stringify(name)} leads out of the folder`);
  return {
    names: [...entries.keys()].filter((name) => !name.endsWith('/')),
    sizeOf: (name) => entries.get(name)?.size,
    read(name) {
      const entry = entries.get(name);
      try {
        return entry && withFile(path, (read) => unpack(entry, read));
      } catch (error) {
        throw fail(`${name}: ${messageOf(error)}`, error);
      }
    },
  };
}

function leadsOut(name: string): boolean {
  return /^([/\\]|[A-Za-z]:)|\0/.test(name) || name.split(/[/\\]/).includes('..');
}

type ReadRange = (start: number, length: number) => Buffer;

function withFile<T>(path: string, use: (read: ReadRange, size: number) => T): T {
  const fd = openRegular(path);
  try {
    const { size } = fstatSync(fd);
    const read: ReadRange = (start, length) => {
      if (start < 0 || start + length > size) throw new RangeError('it is cut off');
      const bytes = Buffer.alloc(length);
      for (let done = 0; done < length; ) {
        const got = readSync(fd, bytes, done, length - done, start + done);
        if (got === 0) throw new RangeError('it is cut off');
        done += got;
      }
      return bytes;
    };
    return use(read, size);
  } finally {
    closeSync(fd);
  }
}

/** By the number that ZIP has for a way of packing: none, deflate, zstd. */
const UNPACKERS: Readonly<Record<number, (packed: Buffer, limit: { maxOutputLength: number }) => Buffer>> = {
  0: (packed) => packed,
  8: inflateRawSync,
  93: zstdDecompressSync,
};

function unpack({ method, encrypted, crc, packed, size, header }: ZipEntry, read: ReadRange): Buffer {
  if (encrypted) throw new RangeError('it is encrypted');
  const inflate = UNPACKERS[method];
  if (!inflate) throw new RangeError(`its compression (${method}) is not supported`);
  refuseBomb(packed, size, MAX_ENTRY_BYTES);
  const start = header + zipDataStart(read(header, 30));
  const stored = read(start, packed);
  const content = inflate(stored, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size) throw new RangeError(`${size} bytes were promised, ${content.length} found`);
  if (crc32(content) !== crc) throw new RangeError('its checksum does not fit');
  return content;
}
