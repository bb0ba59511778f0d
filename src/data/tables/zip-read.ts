import { crc32, inflateRawSync } from 'node:zlib';
import { messageOf, type SextantError } from '../../contracts/index.ts';
import { readRegular } from '../../files/index.ts';
import { badData, requireFile } from './bad-data.ts';
import { refuseBomb } from './expansion.ts';

/** Larger archives are refused before they are read. */
const MAX_FILE_BYTES = 256 * 2 ** 20;
/** A larger entry is refused: a spreadsheet with 10,000 long answers has some 50 MB, and takes several times that as cells. */
const MAX_ENTRY_BYTES = 128 * 2 ** 20;
const END_SIZE = 22;

interface Entry {
  method: number;
  encrypted: boolean;
  crc: number;
  packed: number;
  full: number;
  offset: number;
}

export interface Zip {
  names: string[];
  /** The bytes of an entry, checked against its checksum; undefined when there is none of this name. */
  read(name: string): Buffer | undefined;
}

/** Opens a zip archive (no zip64, no encryption: spreadsheets have neither). Nothing is ever unpacked to disk. */
export function openZip(path: string): Zip {
  requireFile(path);
  const fail = (what: string, cause?: unknown): SextantError =>
    badData(`not an archive that can be read: ${what}`, { file: path }, { cause, fix: 'save or download it again' });
  const bytes = readRegular(path, { most: MAX_FILE_BYTES });
  let entries: Map<string, Entry>;
  try {
    entries = readDirectory(bytes);
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

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf('PK\x05\x06', -END_SIZE, 'latin1');
  if (end === -1) throw new RangeError('it has no table of contents: no zip archive, or cut off');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new RangeError('its table of contents is damaged');
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    entries.set(name, {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      full: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(bytes: Buffer, { method, encrypted, crc, packed, full, offset }: Entry): Buffer {
  if (encrypted) throw new RangeError('it is encrypted');
  refuseBomb(packed, full, MAX_ENTRY_BYTES);
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const stored = bytes.subarray(start, start + packed);
  if (method !== 0 && method !== 8) throw new RangeError(`its compression (${method}) is not supported`);
  const content = method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, full) });
  if (content.length !== full) throw new RangeError(`${full} bytes were promised, ${content.length} found`);
  if (crc32(content) !== crc) throw new RangeError('its checksum does not fit');
  return content;
}
