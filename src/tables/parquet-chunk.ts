import type {
  ColumnMetaData,
  Compressors,
  DecodedArray,
  FileMetaData,
  RowGroup,
  SchemaElement,
  SchemaTree,
} from 'hyparquet';
import { at } from '../util/index.ts';
import type { Hyparquet, RandomAccess } from './parquet-file.ts';
import { indexPages } from './parquet-pages.ts';

/** Rows of a column that are read together. */
export interface RowSpan {
  start: number;
  end: number;
  /** What they take when they are read, about. */
  memory: number;
}

/** A column of one row group. */
export interface ColumnChunk {
  /** From the group's first row to its last, without gaps. */
  spans: readonly RowSpan[];
  read(span: RowSpan): Promise<DecodedArray>;
  /** Every row at once: faster than all spans one by one. */
  readAll(): Promise<DecodedArray>;
}

export interface ParquetSource {
  file: RandomAccess;
  hyparquet: Hyparquet;
  metadata: FileMetaData;
  schema: SchemaTree;
  compressors: Compressors;
  /** Chunks up to this size are read whole; larger ones page by page, so that memory does not grow with the file. */
  wholeBytes: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const parsers = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && utf8.decode(bytes) };

/**
 * A column of the file. Given a row group and its first row, it checks all its pages there, and finds out which rows can be
 * read together.
 */
export function openColumn(
  source: ParquetSource,
  name: string,
): (place: { group: RowGroup; start: number }) => ColumnChunk {
  const { file, compressors, hyparquet } = source;
  const options = { file, compressors, utf8: false, geoparquet: false, parsers };
  const query = { metadata: alone(source, name), rowStart: 0, fetches: [], groups: [] };
  return ({ group, start }) => {
    const rows = Number(group.num_rows);
    const leaves = group.columns.flatMap(({ meta_data: meta }) => {
      if (meta?.path_in_schema[0] !== name) return [];
      const path = pathTo(source.schema, meta.path_in_schema);
      return [{ meta, pages: indexPages({ file, meta, path, rows, compressors, hyparquet }) }];
    });
    // hyparquet takes page locations that it did not read itself; then it reads the pages of a span and no others.
    const chunks = leaves.map(({ meta, pages }) => ({
      columnMetadata: meta,
      range: rangeOf(meta),
      pageLocations: pages,
    }));
    const read = async (span: Pick<RowSpan, 'start' | 'end'>): Promise<DecodedArray> => {
      const [selectStart, selectEnd] = [span.start - start, span.end - start];
      if (selectStart === selectEnd) return [];
      const plan = { chunks, rowGroup: group, groupStart: 0, groupRows: rows, selectStart, selectEnd };
      const physical = hyparquet.readRowGroup(options, query, plan);
      const { data, skipped } = await at(hyparquet.assembleAsync(physical, source.schema, parsers).asyncColumns, 0)
        .data;
      const values = hyparquet.flatten(data);
      const [from, to] = [selectStart - skipped, selectEnd - skipped];
      return from === 0 && to === values.length ? values : values.slice(from, to);
    };
    const bytes = leaves.reduce((sum, { meta }) => sum + Number(meta.total_uncompressed_size), 0);
    const whole = { start, end: start + rows, memory: bytes };
    const readAll = () => read(whole);
    if (bytes <= source.wholeBytes) return { spans: [whole], read, readAll };
    // The pages of the largest leaf decide: of a picture that is `bytes`, not `path`.
    const { pages } = leaves.reduce((most, leaf) =>
      leaf.meta.total_uncompressed_size > most.meta.total_uncompressed_size ? leaf : most,
    );
    const starts = [...pages.map((page) => start + Number(page.first_row_index)), whole.end];
    const spans = pages.map(({ memory }, page) => ({ start: at(starts, page), end: at(starts, page + 1), memory }));
    return { spans, read, readAll };
  };
}

function rangeOf(meta: ColumnMetaData): { startByte: number; endByte: number } {
  const startByte = Number(meta.dictionary_page_offset || meta.data_page_offset);
  return { startByte, endByte: startByte + Number(meta.total_compressed_size) };
}

/** As if the file had this column only: hyparquet goes through the schema for every read. */
function alone({ metadata, schema }: ParquetSource, name: string): FileMetaData {
  const elements = schema.children.filter(({ element }) => element.name === name).flatMap(elementsOf);
  return { ...metadata, schema: [{ ...schema.element, num_children: 1 }, ...elements], row_groups: [] };
}

function elementsOf({ element, children }: SchemaTree): SchemaElement[] {
  return [element, ...children.flatMap(elementsOf)];
}

/** The nodes from the root of the schema to a leaf. */
function pathTo(schema: SchemaTree, names: readonly string[]): SchemaTree[] {
  const path = [schema];
  for (const name of names) {
    const child = path.at(-1)?.children.find(({ element }) => element.name === name);
    if (!child) throw new RangeError(`a column ${names.join('.')} that is not in the schema`);
    path.push(child);
  }
  return path;
}
