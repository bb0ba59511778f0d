import type { ColumnMetaData, Compressors, PageHeader, SchemaTree } from 'hyparquet';
import { refuseBomb } from './bad-data.ts';
import { MAX_PAGE_BYTES } from './parquet-codecs.ts';
import type { Hyparquet, RandomAccess } from './parquet-file.ts';
import { eachRun, readLevels } from './parquet-runs.ts';

/** Where pages lie that can be read alone: each begins with a new row. The shape of parquet's own offset index. */
export interface PageLocation {
  offset: bigint;
  compressed_page_size: number;
  /** Within the row group. */
  first_row_index: bigint;
  /** What its values take when they are read: with their dictionary, where they have one. */
  memory: number;
}

interface ColumnPages {
  file: RandomAccess;
  meta: ColumnMetaData;
  /** From the root of the schema to the leaf. */
  path: readonly SchemaTree[];
  rows: number;
  compressors: Compressors;
  hyparquet: Hyparquet;
}

/**
 * Goes over every page of a column chunk once, one page in memory at a time: checks it and notes where rows begin.
 * Most files have no index of their own, and with it single rows can be read without the rest.
 */
export function indexPages({ file, meta, path, rows, compressors, hyparquet }: ColumnPages): PageLocation[] {
  const { parquetHeader, decompressPage } = hyparquet;
  const max = {
    repetition: path.filter(({ element }) => element.repetition_type === 'REPEATED').length,
    definition: path.slice(1).filter(({ element }) => element.repetition_type !== 'REQUIRED').length,
  };
  const inflate = (bytes: Uint8Array, size: number) => decompressPage(bytes, size, meta.codec, compressors);
  const pages: PageLocation[] = [];
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const end = start + Number(meta.total_compressed_size);
  let values = 0;
  let row = 0;
  let dictionary = 0;
  let full = 0;
  for (let at = start; at < end && values < Number(meta.num_values); ) {
    const { header, length } = readHeader(file, at, end, parquetHeader);
    const size = length + header.compressed_page_size;
    checkSizes(header, end - at - length);
    full += header.uncompressed_page_size;
    // Of all its pages together too: whoever wants the whole column has them all in memory.
    refuseBomb(end - start, full, Number.POSITIVE_INFINITY);
    const body = new Uint8Array(file.slice(at + length, at + size));
    if (header.type === 'DICTIONARY_PAGE') {
      dictionary = inflate(body, header.uncompressed_page_size).length;
    } else {
      const page = readPage({ header, body, max, left: Number(meta.num_values) - values, inflate });
      const memory = header.uncompressed_page_size + (page.indirect ? dictionary : 0);
      const last = pages.at(-1);
      if (page.continues && last) {
        // It goes on with the row of the page before: the two can only be read together.
        last.compressed_page_size += size;
        last.memory += memory;
      } else {
        pages.push({ offset: BigInt(at), compressed_page_size: size, first_row_index: BigInt(row), memory });
      }
      values += page.values;
      row += page.rows;
    }
    at += size;
  }
  if (values !== Number(meta.num_values)) throw new RangeError(`${meta.num_values} values promised, ${values} found`);
  if (row !== rows) throw new RangeError(`${rows} rows promised, ${row} found`);
  return pages;
}

/** Headers are small but of unknown length: they may carry the smallest and largest value. */
function readHeader(
  file: RandomAccess,
  at: number,
  end: number,
  parse: (reader: { view: DataView; offset: number }) => PageHeader,
): { header: PageHeader; length: number } {
  for (let size = 2 ** 12; ; size *= 64) {
    const stop = Math.min(at + size, end);
    const reader = { view: new DataView(file.slice(at, stop)), offset: 0 };
    try {
      return { header: parse(reader), length: reader.offset };
    } catch (error) {
      if (stop === end || size > 2 ** 24) throw error;
    }
  }
}

function checkSizes(header: PageHeader, left: number): void {
  const { compressed_page_size: packed, uncompressed_page_size: full } = header;
  if (!(packed >= 0 && packed <= left)) throw new RangeError(`a page of ${packed} bytes where ${left} are left`);
  if (!(full >= 0)) throw new RangeError(`a page of ${full} bytes when unpacked`);
  refuseBomb(packed, full, MAX_PAGE_BYTES);
}

interface PageWork {
  header: PageHeader;
  body: Uint8Array;
  max: { repetition: number; definition: number };
  /** Values that the column still owes. */
  left: number;
  inflate(bytes: Uint8Array, size: number): Uint8Array;
}

interface PageContent {
  values: number;
  rows: number;
  /** Begins in the middle of a row. */
  continues: boolean;
  /** Values are numbers of dictionary entries. */
  indirect: boolean;
}

/** What a data page holds, after making sure that it holds what it says. */
function readPage({ header, body, max, left, inflate }: PageWork): PageContent {
  const { data_page_header: v1, data_page_header_v2: v2, uncompressed_page_size: size } = header;
  const about = header.type === 'DATA_PAGE' ? v1 : header.type === 'DATA_PAGE_V2' ? v2 : undefined;
  if (about === undefined) throw new RangeError(`a page of the kind ${header.type}`);
  const count = about.num_values;
  if (!(count >= 0 && count <= left)) throw new RangeError(`a page of ${count} values where ${left} are left`);
  // Its values share prefixes, so that a small page can unfold to any size; no writer uses it unless told to.
  if (about.encoding === 'DELTA_BYTE_ARRAY') throw new RangeError('the encoding DELTA_BYTE_ARRAY is not supported');

  if (v2 && about === v2) {
    const first = v2.repetition_levels_byte_length;
    const both = first + v2.definition_levels_byte_length;
    const repetition = levels(body, 0, first, max.repetition, count);
    const definition = levels(body, first, both, max.definition, count);
    const packed = body.subarray(both);
    const values = v2.is_compressed === false ? packed : inflate(packed, size - both);
    return holding(about.encoding, values, repetition, definition, max.definition);
  }
  const page = inflate(body, size);
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const lengthAt = (at: number, max: number) => (max === 0 ? 0 : 4 + view.getUint32(at, true));
  const first = lengthAt(0, max.repetition);
  const both = first + lengthAt(first, max.definition);
  const repetition = levels(page, 4, first, max.repetition, count);
  const definition = levels(page, first + 4, both, max.definition, count);
  return holding(about.encoding, page.subarray(both), repetition, definition, max.definition);
}

function holding(
  encoding: string,
  values: Uint8Array,
  repetition: Uint8Array,
  definition: Uint8Array,
  max: number,
): PageContent {
  const indirect = encoding.endsWith('_DICTIONARY');
  const width = indirect ? (values[0] ?? 0) : encoding === 'RLE' ? 1 : 0;
  const from = indirect ? 1 : 4;
  if (width > 0)
    eachRun(
      { bytes: values, from, to: values.length, width, count: countOf(definition, max) },
      { repeated() {}, packed() {} },
    );
  const continues = repetition.length > 0 && repetition[0] !== 0;
  return { values: repetition.length, rows: countOf(repetition, 0), continues, indirect };
}

function countOf(levels: Uint8Array, wanted: number): number {
  let count = 0;
  for (const level of levels) if (level === wanted) count += 1;
  return count;
}

function levels(bytes: Uint8Array, from: number, to: number, max: number, count: number): Uint8Array {
  if (max === 0) return new Uint8Array(count);
  if (to > bytes.length) throw new RangeError('levels go beyond their page');
  return readLevels({ bytes, from, to, width: 32 - Math.clz32(max), count });
}
