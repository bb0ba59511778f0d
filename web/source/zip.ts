import { at, findZipContents, readZipContents, ZIP_TAIL, type ZipEntry, zipDataStart } from '../../src/util/index.ts';

/** Bytes that can be read in parts. */
export interface ByteReader {
  size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/** More than the header of any entry that `sextant pack` writes, its name apart. */
const HEADER = 30 + 64;

/** Gaps up to this size are read rather than split into two requests; and the most to read at once. */
const [GAP, STRETCH] = [1 << 14, 1 << 22];

/** A ZIP whose entries are stored as they are, so that any part of them can be read, or deflated as a whole. */
export class ZipReader {
  readonly #reader: ByteReader;
  readonly #entries: Map<string, ZipEntry>;
  readonly #starts = new Map<string, number>();
  readonly #whole = new Map<string, Promise<Uint8Array>>();

  private constructor(reader: ByteReader, entries: Map<string, ZipEntry>) {
    this.#reader = reader;
    this.#entries = entries;
  }

  static async open(reader: ByteReader): Promise<ZipReader> {
    try {
      return await ZipReader.#open(reader);
    } catch (error) {
      // Offsets that point outside the file.
      throw error instanceof RangeError ? damaged() : error;
    }
  }

  static async #open(reader: ByteReader): Promise<ZipReader> {
    const from = Math.max(0, reader.size - ZIP_TAIL);
    const tail = await reader.read(from, reader.size);
    const found = findZipContents(tail, from);
    if (!found) throw new Error('this is no packed run: it is not a ZIP file, or it is cut off');
    const { offset, size } = found;
    const end = offset + size;
    if (end > reader.size) throw damaged();
    const contents = offset >= from ? tail.subarray(offset - from, end - from) : await reader.read(offset, end);
    const entries = readZipContents(contents);
    for (const [name, { method }] of entries)
      if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way that is not known here`);
    return new ZipReader(reader, entries);
  }

  size(name: string): number {
    return this.#entries.get(name)?.size ?? 0;
  }

  /** Nothing when there is no such entry. */
  async bytes(name: string): Promise<Uint8Array | null> {
    const [bytes = null] = await this.many([name]);
    return bytes;
  }

  /** Several entries, in the order asked for. Those that lie beside each other are read together. */
  async many(names: readonly string[]): Promise<(Uint8Array | null)[]> {
    const wanted = [...new Set(names)].flatMap((name) => {
      const entry = this.#entries.get(name);
      if (!entry) return [];
      // The header in front has a length of its own: read a little more, and all at once.
      const end = Math.min(this.#reader.size, entry.header + HEADER + entry.nameLength + entry.packed);
      return [{ name, ...entry, end }];
    });
    const found = new Map<string, Uint8Array>();
    const reading = stretches(wanted).map(async (stretch) => {
      const [from, to] = [at(stretch, 0).header, Math.max(...stretch.map(({ end }) => end))];
      const bytes = await this.#reader.read(from, to);
      for (const { name, header, method, packed, size } of stretch) {
        const start = dataStart(bytes.subarray(header - from)) + header - from;
        this.#starts.set(name, from + start);
        const stored = bytes.subarray(start, start + packed);
        found.set(name, method === 8 ? await inflated(stored, size) : stored);
      }
    });
    await Promise.all(reading);
    return names.map((name) => found.get(name) ?? null);
  }

  /** A deflated entry is kept whole once a part of it was wanted. */
  #inflated(name: string): Promise<Uint8Array> {
    const known = this.#whole.get(name) ?? this.bytes(name).then((bytes) => bytes ?? new Uint8Array());
    this.#whole.set(name, known);
    return known;
  }

  /** A part of an entry. */
  async part(name: string, start: number, end: number): Promise<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry || start < 0 || end > entry.size || end < start)
      throw new Error(`the packed run has no such part of ${name}`);
    if (entry.method === 8) return (await this.#inflated(name)).subarray(start, end);
    let from = this.#starts.get(name);
    if (from === undefined) {
      from = entry.header + dataStart(await this.#reader.read(entry.header, entry.header + 30));
      this.#starts.set(name, from);
    }
    return this.#reader.read(from + start, from + end);
  }
}

/** Never more than the table of contents says: a few bytes can be told to become gigabytes. */
async function inflated(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const whole = new Uint8Array(size);
  let at = 0;
  for await (const part of stream) {
    if (at + part.length > size) throw damaged();
    whole.set(part, at);
    at += part.length;
  }
  if (at < size) throw damaged();
  return whole;
}

/** Parts of a file in its order, those together that are worth being read at once. */
function stretches<T extends { header: number; end: number }>(parts: readonly T[]): T[][] {
  const together: T[][] = [];
  for (const part of parts.toSorted((a, b) => a.header - b.header)) {
    const last = together.at(-1);
    const near = last && part.header - at(last, -1).end < GAP && part.end - at(last, 0).header < STRETCH;
    if (near) last.push(part);
    else together.push([part]);
  }
  return together;
}

function dataStart(header: Uint8Array): number {
  try {
    return zipDataStart(header);
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return new Error('the packed run is damaged');
}
