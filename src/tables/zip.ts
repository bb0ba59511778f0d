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

/** How the files of an archive are packed. */
interface Packing {
  /** As ZIP counts them: 8 is deflate, 93 is zstd. */
  method: number;
  pack(content: Uint8Array): Uint8Array;
}

/** Puts an archive together file by file; in memory are the packed ones. */
export class ZipWriter {
  readonly #packing: Packing;
  readonly #parts: Uint8Array[] = [];
  readonly #contents: Uint8Array[] = [];
  #size = 0;

  constructor(packing: Packing = { method: DEFLATED, pack: deflateRawSync }) {
    this.#packing = packing;
  }

  add(path: string, content: Uint8Array): void {
    const { method, pack } = this.#packing;
    const packed = pack(content);
    const sizes = { crc: crc32(content), packed: packed.length, size: content.length };
    const file = { name: Buffer.from(path), method, ...sizes, header: this.#size };
    const before = records.local(file);
    this.#parts.push(before, packed);
    this.#contents.push(records.central(file));
    this.#size += before.length + packed.length;
  }

  /** The whole archive, in its order. */
  parts(): Uint8Array[] {
    const table = Buffer.concat(this.#contents);
    return [...this.#parts, table, records.end(this.#contents.length, this.#size, table.length)];
  }
}

const records = zipRecords({ wide: false });

/** The bytes of a zip archive with these files. */
export function zipBytes(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const zip = new ZipWriter();
  for (const [path, held] of Object.entries(files)) zip.add(path, typeof held === 'string' ? Buffer.from(held) : held);
  return Buffer.concat(zip.parts());
}
