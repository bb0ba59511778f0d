/** Bytes that can be read in parts. */
export interface Reader {
  size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

interface Entry {
  /** Where its own header begins. */
  header: number;
  size: number;
  nameLength: number;
}

const [LOCAL, CENTRAL, END, END64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50];
/** The end record, its 64-bit forms and a comment. */
const TAIL = 1 << 16;
/** More than the header of any entry that `sextant pack` writes, its name apart. */
const HEADER = 30 + 64;

/** Bytes that nobody asked for, rather than one more request; and how much is asked for at once. */
const [GAP, STRETCH] = [1 << 14, 1 << 22];

/** A ZIP whose entries are stored as they are, so that any part of them can be read. */
export class Zip {
  readonly #reader: Reader;
  readonly #entries: Map<string, Entry>;
  readonly #starts = new Map<string, number>();

  private constructor(reader: Reader, entries: Map<string, Entry>) {
    this.#reader = reader;
    this.#entries = entries;
  }

  static async open(reader: Reader): Promise<Zip> {
    try {
      return await Zip.#open(reader);
    } catch (error) {
      // Numbers that lead out of the file.
      throw error instanceof RangeError ? damaged() : error;
    }
  }

  static async #open(reader: Reader): Promise<Zip> {
    const from = Math.max(0, reader.size - TAIL);
    const tail = viewOf(await reader.read(from, reader.size));
    const { offset, size } = directoryIn(tail, from);
    const directory = offset >= from ? part(tail, offset - from, size) : await reader.read(offset, offset + size);
    return new Zip(reader, entriesOf(viewOf(directory)));
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
      const end = Math.min(this.#reader.size, entry.header + HEADER + entry.nameLength + entry.size);
      return [{ name, ...entry, end }];
    });
    const found = new Map<string, Uint8Array>();
    const reading = stretches(wanted).map(async (stretch) => {
      const [from, to] = [stretch[0]?.header ?? 0, Math.max(...stretch.map(({ end }) => end))];
      const bytes = await this.#reader.read(from, to);
      for (const { name, header, size } of stretch) {
        const start = dataStart(viewOf(bytes.subarray(header - from))) + header - from;
        this.#starts.set(name, from + start);
        found.set(name, bytes.subarray(start, start + size));
      }
    });
    await Promise.all(reading);
    return names.map((name) => found.get(name) ?? null);
  }

  /** A part of an entry. */
  async part(name: string, start: number, end: number): Promise<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry || start < 0 || end > entry.size || end < start)
      throw new Error(`the packed run has no such part of ${name}`);
    let from = this.#starts.get(name);
    if (from === undefined) {
      from = entry.header + dataStart(viewOf(await this.#reader.read(entry.header, entry.header + 30)));
      this.#starts.set(name, from);
    }
    return this.#reader.read(from + start, from + end);
  }
}

/** Parts of a file in its order, those together that are worth being read at once. */
function stretches<T extends { header: number; end: number }>(parts: readonly T[]): T[][] {
  const together: T[][] = [];
  for (const part of parts.toSorted((a, b) => a.header - b.header)) {
    const last = together.at(-1);
    const near = last && part.header - (last.at(-1)?.end ?? 0) < GAP && part.end - (last[0]?.header ?? 0) < STRETCH;
    if (near) last.push(part);
    else together.push([part]);
  }
  return together;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function part(view: DataView, start: number, size: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, size);
}

function dataStart(header: DataView): number {
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw damaged();
  return 30 + header.getUint16(26, true) + header.getUint16(28, true);
}

/** Where the table of contents lies. */
function directoryIn(tail: DataView, from: number): { offset: number; size: number } {
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new Error('this is no packed run: it is not a ZIP file, or it is cut off');
  const size = tail.getUint32(at + 12, true);
  const offset = tail.getUint32(at + 16, true);
  if (offset !== 0xffffffff && size !== 0xffffffff) return { offset, size };
  // Beyond four gigabytes the numbers stand in a record of their own, which a locator right before this one points to.
  const record = Number(tail.getBigUint64(at - 12, true)) - from;
  if (record < 0 || tail.getUint32(record, true) !== END64) throw damaged();
  return { size: Number(tail.getBigUint64(record + 40, true)), offset: Number(tail.getBigUint64(record + 48, true)) };
}

function entriesOf(view: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  for (let at = 0; at + 46 <= view.byteLength; ) {
    if (view.getUint32(at, true) !== CENTRAL) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = decoder.decode(part(view, at + 46, nameLength));
    if (view.getUint16(at + 10, true) !== 0) throw new Error(`${name} is compressed: use \`sextant pack\``);
    const wide = wideOf(new DataView(view.buffer, view.byteOffset + at + 46 + nameLength, extraLength));
    const size = view.getUint32(at + 24, true);
    const header = view.getUint32(at + 42, true);
    entries.set(name, {
      size: size === 0xffffffff ? (wide.shift() ?? 0) : size,
      // Size is told twice, packed and unpacked: they are the same.
      header: header === 0xffffffff ? (wide.at(-1) ?? 0) : header,
      nameLength,
    });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The 64-bit numbers of an entry, in their order. */
function wideOf(extra: DataView): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const count = extra.getUint16(at + 2, true) >> 3;
    return Array.from({ length: count }, (_, i) => Number(extra.getBigUint64(at + 4 + 8 * i, true)));
  }
  return [];
}

function damaged(): Error {
  return new Error('the packed run is damaged');
}
