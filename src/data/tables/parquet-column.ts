import type { Compressors, FileMetaData, SchemaTree } from 'hyparquet';
import type { RandomAccess } from './parquet-file.ts';
import { indexPages, type PageLocation } from './parquet-pages.ts';

/** Rows of a column that are read together. */
export interface Span {
  start: number;
  end: number;
  /** What they take when they are read, about. */
  memory: number;
}

export interface ParquetColumn {
  /** From the first row to the last, without gaps. */
  spans: readonly Span[];
  read(span: Span): Promise<Iterable<unknown>>;
  /** Every row at once: faster than all spans one by one. */
  readAll(): Promise<unknown[]>;
}

export interface ParquetSource {
  file: RandomAccess;
  metadata: FileMetaData;
  schema: SchemaTree;
  compressors: Compressors;
  /** Columns up to this size are read whole; larger ones page by page, so that memory does not grow with the file. */
  wholeBytes: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Checks all pages of a column and finds out which rows can be read together. */
export async function openColumn(source: ParquetSource, name: string): Promise<ParquetColumn> {
  const { parquetScan } = await import('hyparquet');
  const { file, metadata, compressors } = source;
  const pageLocationsByGroup: Record<string, PageLocation[]>[] = [];
  const spans: Span[] = [];
  let start = 0;
  let bytes = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const locations: Record<string, PageLocation[]> = {};
    let largest: { bytes: number; pages: PageLocation[] } = { bytes: -1, pages: [] };
    for (const { meta_data: meta } of group.columns) {
      if (meta?.path_in_schema[0] !== name) continue;
      const path = pathTo(source.schema, meta.path_in_schema);
      const pages = await indexPages({ file, meta, path, rows, compressors });
      locations[meta.path_in_schema.join('.')] = pages;
      const size = Number(meta.total_uncompressed_size);
      if (size > largest.bytes) largest = { bytes: size, pages };
      bytes += size;
    }
    pageLocationsByGroup.push(locations);
    // The pages of the largest leaf decide: of a picture that is `bytes`, not `path`.
    const starts = largest.pages.map((page) => start + Number(page.first_row_index));
    largest.pages.forEach(({ memory }, at) => {
      spans.push({ start: starts[at] ?? start, end: starts[at + 1] ?? start + rows, memory });
    });
    start += rows;
  }
  // hyparquet takes page locations that it did not read itself; then it reads the pages of a span and no others.
  const options = {
    file,
    metadata,
    compressors,
    columns: [name],
    utf8: false,
    geoparquet: false,
    pageLocationsByGroup,
    parsers: { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && utf8.decode(bytes) },
  };
  // A new scan each time: one would keep what it read last.
  const readAll = async (): Promise<unknown[]> => {
    const scan = await parquetScan(options);
    const parts = [];
    for (const range of scan.ranges) parts.push([...(await scan.readColumn({ column: name, ...range }))]);
    return parts.flat();
  };
  if (bytes <= source.wholeBytes) return { spans: [{ start: 0, end: start, memory: bytes }], read: readAll, readAll };
  const read = async (span: Span) => {
    const scan = await parquetScan(options);
    return scan.readColumn({ column: name, rowStart: span.start, rowEnd: span.end });
  };
  return { spans, read, readAll };
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
