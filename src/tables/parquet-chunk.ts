import type { Compressors, FileMetaData, RowGroup, SchemaElement, SchemaTree } from 'hyparquet';
import type { RandomAccess } from './parquet-file.ts';
import { indexPages, type PageLocation } from './parquet-pages.ts';

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
  read(span: RowSpan): Promise<Iterable<unknown>>;
  /** Every row at once: faster than all spans one by one. */
  readAll(): Promise<Iterable<unknown>>;
}

export interface ParquetSource {
  file: RandomAccess;
  metadata: FileMetaData;
  schema: SchemaTree;
  compressors: Compressors;
  /** Chunks up to this size are read whole; larger ones page by page, so that memory does not grow with the file. */
  wholeBytes: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Checks all pages of a column in a row group, which begins at row `start`, and finds out which rows can be read together. */
export async function openChunk(
  source: ParquetSource,
  name: string,
  { group, start }: { group: RowGroup; start: number },
): Promise<ColumnChunk> {
  const { parquetScan } = await import('hyparquet');
  const { file, compressors } = source;
  const rows = Number(group.num_rows);
  const locations: Record<string, PageLocation[]> = {};
  let largest: { bytes: number; pages: PageLocation[] } = { bytes: -1, pages: [] };
  let bytes = 0;
  for (const { meta_data: meta } of group.columns) {
    if (meta?.path_in_schema[0] !== name) continue;
    const path = pathTo(source.schema, meta.path_in_schema);
    const pages = await indexPages({ file, meta, path, rows, compressors });
    locations[meta.path_in_schema.join('.')] = pages;
    const size = Number(meta.total_uncompressed_size);
    if (size > largest.bytes) largest = { bytes: size, pages };
    bytes += size;
  }
  // hyparquet takes page locations that it did not read itself; then it reads the pages of a span and no others.
  const options = {
    file,
    metadata: alone(source, name, group),
    compressors,
    columns: [name],
    utf8: false,
    geoparquet: false,
    pageLocationsByGroup: [locations],
    parsers: { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && utf8.decode(bytes) },
  };
  const read = async (span: Pick<RowSpan, 'start' | 'end'>): Promise<Iterable<unknown>> => {
    // A new scan each time: one would keep what it read last.
    const scan = await parquetScan(options);
    return scan.readColumn({ column: name, rowStart: span.start - start, rowEnd: span.end - start });
  };
  const whole = { start, end: start + rows, memory: bytes };
  const readAll = () => read(whole);
  if (bytes <= source.wholeBytes) return { spans: [whole], read, readAll };
  // The pages of the largest leaf decide: of a picture that is `bytes`, not `path`.
  const starts = largest.pages.map((page) => start + Number(page.first_row_index));
  const spans = largest.pages.map(({ memory }, at) => ({
    start: starts[at] ?? start,
    end: starts[at + 1] ?? start + rows,
    memory,
  }));
  return { spans, read, readAll };
}

/** As if the file had this group and column only: planning a read takes time for every one there is. */
function alone({ metadata, schema }: ParquetSource, name: string, group: RowGroup): FileMetaData {
  const columns = group.columns.filter(({ meta_data: meta }) => meta?.path_in_schema[0] === name);
  const elements = schema.children.filter(({ element }) => element.name === name).flatMap(elementsOf);
  return {
    ...metadata,
    schema: [{ ...schema.element, num_children: 1 }, ...elements],
    row_groups: [{ ...group, columns }],
    num_rows: group.num_rows,
  };
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
