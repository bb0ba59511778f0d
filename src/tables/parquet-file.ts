import { closeSync, fstatSync, readSync } from 'node:fs';
import type { FileMetaData, SchemaTree } from 'hyparquet';
import { openRegular } from '../files/index.ts';

/** A file that is read in places; what hyparquet calls an AsyncBuffer. */
export interface RandomAccess {
  byteLength: number;
  slice(start: number, end?: number): ArrayBuffer;
  close(): void;
}

/** What is read at once where less is asked for: a small column is a header and a page or two, and the next lies behind it. */
const WINDOW_BYTES = 2 ** 16;

/** Reads synchronously: measured at several times the speed of streams for the many middling pieces of a parquet file. */
export function openRandomAccess(path: string): RandomAccess {
  const fd = openRegular(path);
  const byteLength = fstatSync(fd).size;
  const read = (start: number, end: number): ArrayBuffer => {
    const buffer = new ArrayBuffer(end - start);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(fd, bytes, at, bytes.length - at, start + at);
      if (count === 0) throw new RangeError('the file became shorter while it was read');
      at += count;
    }
    return buffer;
  };
  let window = { start: 0, bytes: new ArrayBuffer(0) };
  return {
    byteLength,
    slice(start, end = byteLength) {
      // Offsets come from the file itself: they are checked before any memory is taken.
      if (!(start >= 0 && start <= end && end <= byteLength)) {
        throw new RangeError(`bytes ${start} to ${end} were asked for, the file has ${byteLength}`);
      }
      if (end - start > WINDOW_BYTES) return read(start, end);
      if (start < window.start || end > window.start + window.bytes.byteLength)
        window = { start, bytes: read(start, Math.min(start + WINDOW_BYTES, byteLength)) };
      return window.bytes.slice(start - window.start, end - window.start);
    },
    close: () => closeSync(fd),
  };
}

/** What is used of hyparquet; loaded with the first file. */
export async function loadHyparquet() {
  const [
    { parquetMetadata, parquetSchema },
    { parquetHeader },
    { decompressPage },
    { assembleAsync, readRowGroup },
    { flatten },
  ] = await Promise.all([
    import('hyparquet'),
    import('hyparquet/src/column.js'),
    import('hyparquet/src/datapage.js'),
    import('hyparquet/src/rowgroup.js'),
    import('hyparquet/src/utils.js'),
  ]);
  return { parquetMetadata, parquetSchema, parquetHeader, decompressPage, assembleAsync, readRowGroup, flatten };
}

export type Hyparquet = Awaited<ReturnType<typeof loadHyparquet>>;

const MAGIC = 'PAR1';
const MAX_FOOTER_BYTES = 64 * 2 ** 20;

/**
 * Far above any benchmark; it keeps a lie in the footer from becoming an array of that size. Runs of equal values take no
 * room in a file, so a small file may have fewer.
 */
const [MAX_VALUES, FREE_VALUES] = [20_000_000, 1_000_000];

/** Reads a file's own description and refuses one that cannot be true. */
export function readFooter(
  file: RandomAccess,
  { parquetMetadata, parquetSchema }: Hyparquet,
): { metadata: FileMetaData; schema: SchemaTree } {
  if (file.byteLength < 12 || ascii(file.slice(0, 4)) !== MAGIC)
    throw new RangeError(`it does not begin with ${MAGIC}`);
  const tail = file.slice(file.byteLength - 8);
  if (ascii(tail.slice(4)) !== MAGIC) throw new RangeError(`it does not end with ${MAGIC}: it may be cut off`);
  const size = new DataView(tail).getUint32(0, true);
  if (size > MAX_FOOTER_BYTES || size > file.byteLength - 12) throw new RangeError(`a footer of ${size} bytes`);
  const metadata = parquetMetadata(file.slice(file.byteLength - 8 - size), { geoparquet: false });
  const schema = parquetSchema(metadata);
  check(metadata, file.byteLength);
  return { metadata, schema };
}

function check({ row_groups, num_rows }: FileMetaData, byteLength: number): void {
  const most = Math.min(MAX_VALUES, Math.max(FREE_VALUES, byteLength));
  const values: number[] = [];
  let rows = 0;
  for (const group of row_groups) {
    rows += within(group.num_rows, most, 'rows in a group');
    for (const [at, { meta_data: meta, file_path }] of group.columns.entries()) {
      if (!meta || file_path) throw new RangeError('a column that lies in another file');
      values[at] = (values[at] ?? 0) + within(meta.num_values, most, 'values in a column');
      within(BigInt(values[at]), most, 'values in a column');
      const start = within(meta.dictionary_page_offset || meta.data_page_offset, byteLength, 'bytes before a column');
      within(meta.total_compressed_size, byteLength - start, 'bytes in a column');
      within(meta.total_uncompressed_size, Number.MAX_SAFE_INTEGER, 'bytes in a column, unpacked');
    }
  }
  if (rows !== within(num_rows, most, 'rows')) throw new RangeError(`${num_rows} rows, but ${rows} in its groups`);
}

function within(value: bigint, max: number, what: string): number {
  if (value >= 0n && value <= BigInt(max)) return Number(value);
  throw new RangeError(`${value} ${what}, at most ${max} were expected`);
}

function ascii(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1');
}
