import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { demandNoFolder, draftOf } from '../files/index.ts';
import { type ZipRecord, zipRecords } from '../util/index.ts';

const { local, central, end } = zipRecords({ wide: true });

/**
 * Writes a ZIP whose entries are stored as they are unless told otherwise: any part of them can be read out of the file by its
 * place. Memory does not grow with those. The file is there when it is complete, or not at all.
 */
export class PackWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #fd: number;
  readonly #files: ZipRecord[] = [];
  #at = 0;
  /** What the table of contents will take. */
  #contents = 0;

  constructor(path: string) {
    demandNoFolder(path);
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
    const file = more && { ...newFile(more.name, 0), size: more.size };
    const grown = file ? local(file).length + file.size + central(file).length : 0;
    return this.#at + this.#contents + grown + end(0, 0, 0).length;
  }

  async add(name: string, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const file = newFile(name, this.#at);
    this.#write(local(file));
    for await (const part of parts) {
      file.crc = crc32(part, file.crc);
      file.size += part.length;
      this.#write(part);
    }
    file.packed = file.size;
    // Written last, when the size is known.
    writeAll(this.#fd, local(file), file.header);
    this.#files.push(file);
    this.#contents += central(file).length;
  }

  /** Deflated, for what is read as a whole. */
  async addPacked(name: string, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const part of parts) pieces.push(part);
    const whole = Buffer.concat(pieces);
    const packed = deflateRawSync(whole);
    const file = {
      ...newFile(name, this.#at),
      method: 8,
      crc: crc32(whole),
      size: whole.length,
      packed: packed.length,
    };
    this.#write(local(file));
    this.#write(packed);
    this.#files.push(file);
    this.#contents += central(file).length;
  }

  finish(): void {
    const start = this.#at;
    for (const file of this.#files) this.#write(central(file));
    this.#write(end(this.#files.length, start, this.#at - start));
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

/** Stored as it is. */
function newFile(name: string, header: number): ZipRecord {
  return { name: Buffer.from(name), method: 0, crc: 0, packed: 0, size: 0, header };
}
