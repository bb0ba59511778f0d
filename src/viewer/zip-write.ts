import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { draftOf } from '../data/index.ts';

/** Says "the number stands in the 64-bit field", so that no size needs another form than the others. */
const ELSEWHERE = 0xffffffff;
const [VERSION, UTF8, NEW_YEAR_1980] = [45, 0x0800, 0x21];

interface Entry {
  name: Buffer;
  crc: number;
  size: number;
  header: number;
}

/**
 * Writes a ZIP whose entries are stored as they are: any part of them can be read out of the file by its place. Memory does not
 * grow with the entries. The file is there when it is complete, or not at all.
 */
export class ZipWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #fd: number;
  readonly #entries: Entry[] = [];
  #at = 0;
  /** What the table of contents will take. */
  #contents = 0;

  constructor(path: string) {
    this.#path = path;
    this.#draft = draftOf(path);
    this.#fd = openSync(this.#draft, 'w');
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#at;
  }

  /** How large the file is once it is finished, with one more entry if that is named. */
  finished(more?: { name: string; size: number }): number {
    const entry = more && { name: Buffer.from(more.name), crc: 0, size: more.size, header: 0 };
    const grown = entry ? localHeader(entry).length + entry.size + centralHeader(entry).length : 0;
    return this.#at + this.#contents + grown + endRecords(0, 0, 0).length;
  }

  async add(name: string, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, size: 0, header: this.#at };
    this.#write(localHeader(entry));
    for await (const part of parts) {
      entry.crc = crc32(part, entry.crc);
      entry.size += part.length;
      this.#write(part);
    }
    // Now that its size is known.
    writeAll(this.#fd, localHeader(entry), entry.header);
    this.#entries.push(entry);
    this.#contents += centralHeader(entry).length;
  }

  finish(): void {
    const start = this.#at;
    for (const entry of this.#entries) this.#write(centralHeader(entry));
    this.#write(endRecords(this.#entries.length, start, this.#at - start));
    fsyncSync(this.#fd);
    closeSync(this.#fd);
    renameSync(this.#draft, this.#path);
  }

  /** Leaves nothing behind. */
  abandon(): void {
    closeSync(this.#fd);
    rmSync(this.#draft, { force: true });
  }

  #write(bytes: Uint8Array): void {
    writeAll(this.#fd, bytes, this.#at);
    this.#at += bytes.length;
  }
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
}

function localHeader({ name, crc, size }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(UTF8, 6);
  head.writeUInt16LE(NEW_YEAR_1980, 12);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(ELSEWHERE, 18);
  head.writeUInt32LE(ELSEWHERE, 22);
  head.writeUInt16LE(name.length, 26);
  const extra = wide([size, size]);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

function centralHeader({ name, crc, size, header }: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(UTF8, 8);
  head.writeUInt16LE(NEW_YEAR_1980, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(ELSEWHERE, 20);
  head.writeUInt32LE(ELSEWHERE, 24);
  head.writeUInt16LE(name.length, 28);
  const extra = wide([size, size, header]);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(ELSEWHERE, 42);
  return Buffer.concat([head, name, extra]);
}

/** The field of 64-bit numbers. */
function wide(numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [i, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * i);
  return field;
}

/** The end: once in 64 bits, where that is, and once for readers that know no more than that. */
function endRecords(count: number, start: number, size: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(VERSION, 12);
  end64.writeUInt16LE(VERSION, 14);
  for (const [i, value] of [count, count, size, start].entries()) end64.writeBigUInt64LE(BigInt(value), 24 + 8 * i);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.fill(0xff, 8, 20);
  return Buffer.concat([end64, locator, end]);
}
