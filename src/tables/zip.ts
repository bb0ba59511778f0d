import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { messageOf, type SextantError } from '../contracts/index.ts';
import { readRegular } from '../files/index.ts';
import { findZipContents, readZipContents, type ZipEntry, zipDataStart, zipRecords } from '../util/index.ts';
import { badData, refuseBomb, requireFile } from './bad-data.ts';

/** Larger archives are refused before they are read. */
const MAX_FILE_BYTES = 256 * 2 ** 20;
/** A larger entry is refused: a spreadsheet with 10,000 long answers has some 50 MB, and takes several times that as cells. */
const MAX_ENTRY_BYTES = 128 * 2 ** 20;
const [STORED, DEFLATED] = [0, 8];

export interface Zip {
  names: string[];
  /** The bytes of an entry, checked against its checksum; undefined when there is none of this name. */
  read(name: string): Buffer | undefined;
}

/** Opens a zip archive (not an encrypted one). Nothing is ever unpacked to disk. */
export function openZip(path: string): Zip {
  requireFile(path);
  const fail = (what: string, cause?: unknown): SextantError =>
    badData(`not an archive that can be read: ${what}`, { file: path }, { cause, fix: 'save or download it again' });
  const bytes = readRegular(path, { most: MAX_FILE_BYTES });
  let entries: Map<string, ZipEntry>;
  try {
    entries = entriesOf(bytes);
  } catch (error) {
    throw fail(messageOf(error), error);
  }
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      try {
        return entry && unpack(bytes, entry);
      } catch (error) {
        throw fail(`${name}: ${messageOf(error)}`, error);
      }
    },
  };
}

function entriesOf(bytes: Buffer): Map<string, ZipEntry> {
  const found = findZipContents(bytes, 0);
  if (!found) throw new RangeError('it has no table of contents: no zip archive, or cut off');
  return readZipContents(part(bytes, found.offset, found.size));
}

function unpack(bytes: Buffer, { method, encrypted, crc, packed, size, header }: ZipEntry): Buffer {
  if (encrypted) throw new RangeError('it is encrypted');
  refuseBomb(packed, size, MAX_ENTRY_BYTES);
  const stored = part(bytes, header + zipDataStart(bytes.subarray(header)), packed);
  if (method !== STORED && method !== DEFLATED) throw new RangeError(`its compression (${method}) is not supported`);
  const content = method === STORED ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size) throw new RangeError(`${size} bytes were promised, ${content.length} found`);
  if (crc32(content) !== crc) throw new RangeError('its checksum does not fit');
  return content;
}

function part(bytes: Buffer, start: number, size: number): Buffer {
  if (start + size > bytes.length) throw new RangeError('it is cut off');
  return bytes.subarray(start, start + size);
}

/** The bytes of a zip archive with these files. */
export function zipBytes(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const { local, central, end } = zipRecords({ wide: false });
  const parts: Uint8Array[] = [];
  const contents: Uint8Array[] = [];
  let header = 0;
  for (const [path, held] of Object.entries(files)) {
    const content = typeof held === 'string' ? Buffer.from(held) : held;
    const packed = deflateRawSync(content);
    const sizes = { crc: crc32(content), packed: packed.length, size: content.length };
    const file = { name: Buffer.from(path), method: DEFLATED, ...sizes, header };
    const before = local(file);
    parts.push(before, packed);
    contents.push(central(file));
    header += before.length + packed.length;
  }
  const table = Buffer.concat(contents);
  return Buffer.concat([...parts, table, end(contents.length, header, table.length)]);
}
