// The records of ZIP files, for all who read or write them: on the disk, in memory, and in the browser.

/** A file in a ZIP, as its table of contents describes it. */
export interface ZipEntry {
  /** 0 is stored as it is, 8 is deflated. */
  method: number;
  encrypted: boolean;
  crc: number;
  packed: number;
  size: number;
  /** Where its own header begins. */
  header: number;
  /** In bytes. */
  nameLength: number;
}

const [LOCAL, CENTRAL, END, END64, LOCATOR] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50];
/** Says "the number stands in the 64-bit field". */
const ELSEWHERE = 0xffffffff;

/** As much of a file's end as holds the end record, its 64-bit forms and most comments. */
export const ZIP_TAIL = 1 << 16;

/**
 * Where the table of contents lies, found in the end of a file that begins at byte `from`; undefined where it has none. This and
 * the others throw RangeErrors for what is damaged.
 */
export function findZipContents(tail: Uint8Array, from: number): { offset: number; size: number } | undefined {
  const view = viewOf(tail);
  let at = view.byteLength - 22;
  while (at >= 0 && view.getUint32(at, true) !== END) at -= 1;
  if (at < 0) return undefined;
  const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
  if (offset !== ELSEWHERE && size !== ELSEWHERE) return { offset, size };
  // Beyond four gigabytes the numbers stand in a record of their own, which a locator right before this one points to.
  const record = wideAt(view, at - 12) - from;
  if (view.getUint32(record, true) !== END64) throw new RangeError('its table of contents is damaged');
  return { size: wideAt(view, record + 40), offset: wideAt(view, record + 48) };
}

/** The table of contents. Of two files with the same name the later one counts, as everywhere. */
export function readZipContents(contents: Uint8Array): Map<string, ZipEntry> {
  const view = viewOf(contents);
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let at = 0; at < view.byteLength; ) {
    if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('its table of contents is damaged');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const wide = wideNumbers(new DataView(view.buffer, view.byteOffset + at + 46 + nameLength, extraLength));
    const number = (narrow: number) => {
      const found = narrow === ELSEWHERE ? wide.shift() : narrow;
      if (found === undefined) throw new RangeError('its table of contents says "elsewhere", and there is nothing');
      return found;
    };
    // In the order in which they are widened.
    const size = number(view.getUint32(at + 24, true));
    const packed = number(view.getUint32(at + 20, true));
    entries.set(decoder.decode(contents.subarray(at + 46, at + 46 + nameLength)), {
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      header: number(view.getUint32(at + 42, true)),
      nameLength,
    });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Where the bytes of a file begin, counted from its own header, whose beginning this is. */
export function zipDataStart(header: Uint8Array): number {
  const view = viewOf(header);
  if (view.getUint32(0, true) !== LOCAL) throw new RangeError('a file is not where the table of contents says');
  return 30 + view.getUint16(26, true) + view.getUint16(28, true);
}

/** A file that is to be written. */
export type ZipRecord = Pick<ZipEntry, 'method' | 'crc' | 'packed' | 'size' | 'header'> & { name: Uint8Array };

/** 1 January 1980, the earliest date ZIP knows: the same content always gives the same bytes. */
const DATE = 0x21;
const UTF8_NAMES = 0x0800;

/**
 * How headers are written. `wide`: all numbers in 64 bits, so that none needs another form than the others, and a header can be
 * written again once the size is known.
 */
export function zipRecords({ wide }: { wide: boolean }) {
  const version = wide ? 45 : 20;
  const sized = (number: number) => (wide ? ELSEWHERE : number);

  /** From the version on, what both headers of a file have. */
  function describe(view: DataView, at: number, { method, crc, packed, size, name }: ZipRecord, extra: number): void {
    view.setUint16(at, version, true);
    view.setUint16(at + 2, UTF8_NAMES, true);
    view.setUint16(at + 4, method, true);
    view.setUint16(at + 8, DATE, true);
    view.setUint32(at + 10, crc, true);
    view.setUint32(at + 14, sized(packed), true);
    view.setUint32(at + 18, sized(size), true);
    view.setUint16(at + 22, name.length, true);
    view.setUint16(at + 24, extra, true);
  }

  function header(
    kind: number,
    fixed: number,
    file: ZipRecord,
    numbers: number[],
  ): { bytes: Uint8Array; view: DataView } {
    const extra = wide ? 4 + 8 * numbers.length : 0;
    const bytes = new Uint8Array(fixed + file.name.length + extra);
    const view = viewOf(bytes);
    view.setUint32(0, kind, true);
    bytes.set(file.name, fixed);
    describe(view, kind === LOCAL ? 4 : 6, file, extra);
    if (wide) {
      const at = fixed + file.name.length;
      view.setUint16(at, 1, true);
      view.setUint16(at + 2, extra - 4, true);
      for (const [n, number] of numbers.entries()) view.setBigUint64(at + 4 + 8 * n, BigInt(number), true);
    }
    return { bytes, view };
  }

  return {
    /** Stands before the bytes of a file. */
    local: (file: ZipRecord): Uint8Array => header(LOCAL, 30, file, [file.size, file.packed]).bytes,

    /** Its line in the table of contents. */
    central(file: ZipRecord): Uint8Array {
      const { bytes, view } = header(CENTRAL, 46, file, [file.size, file.packed, file.header]);
      view.setUint16(4, version, true);
      view.setUint32(42, sized(file.header), true);
      return bytes;
    },

    /** After a table of contents of `count` files, which begins at `start`. */
    end(count: number, start: number, size: number): Uint8Array {
      const bytes = new Uint8Array((wide ? 76 : 0) + 22);
      const view = viewOf(bytes);
      const at = bytes.length - 22;
      view.setUint32(at, END, true);
      if (!wide) {
        view.setUint16(at + 8, count, true);
        view.setUint16(at + 10, count, true);
        view.setUint32(at + 12, size, true);
        view.setUint32(at + 16, start, true);
        return bytes;
      }
      // Once in 64 bits, where that is, and once for readers that know no more than that.
      bytes.fill(0xff, at + 8, at + 20);
      view.setUint32(0, END64, true);
      view.setBigUint64(4, 44n, true);
      view.setUint16(12, version, true);
      view.setUint16(14, version, true);
      for (const [n, number] of [count, count, size, start].entries())
        view.setBigUint64(24 + 8 * n, BigInt(number), true);
      view.setUint32(56, LOCATOR, true);
      view.setBigUint64(64, BigInt(start + size), true);
      view.setUint32(72, 1, true);
      return bytes;
    },
  };
}

/** The 64-bit numbers of an entry, in their order. */
function wideNumbers(extra: DataView): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const count = extra.getUint16(at + 2, true) >> 3;
    return Array.from({ length: count }, (_, n) => wideAt(extra, at + 4 + 8 * n));
  }
  return [];
}

function wideAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
