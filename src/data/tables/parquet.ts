import { messageOf, SextantError } from '../../contracts/index.ts';
import { Recent } from '../../util/index.ts';
import { badData, requireFile } from './bad-data.ts';
import { requireColumns } from './column-names.ts';
import { codecs } from './parquet-codecs.ts';
import { openColumn, type ParquetColumn, type Span } from './parquet-column.ts';
import { openRandomAccess } from './parquet-file.ts';
import { readFooter } from './parquet-footer.ts';
import { type ParquetValue, parquetValue } from './parquet-value.ts';

export type ParquetRow = Record<string, ParquetValue>;

export interface Parquet {
  columns: readonly string[];
  rowCount: number;
  /** All values of a column. */
  column(name: string): Promise<ParquetValue[]>;
  /** One row, the first being 0. Of large columns only its page is read, wherever it is. */
  row(index: number, columns?: readonly string[]): Promise<ParquetRow>;
  rows(columns?: readonly string[]): AsyncGenerator<ParquetRow>;
  close(): void;
}

export interface ParquetOptions {
  /** Columns up to this size are read whole, larger ones page by page; 8 MiB unless told otherwise. */
  wholeBytes?: number;
}

/**
 * Opens a parquet file. What is wrong with it is `bad_data`, naming file, row and column.
 * @example
 * const parquet = await openParquet('MMSI_Bench.parquet');
 * const { images, answer } = await parquet.row(17, ['images', 'answer']);
 */
export async function openParquet(path: string, opts: ParquetOptions = {}): Promise<Parquet> {
  requireFile(path);
  const file = openRandomAccess(path);
  try {
    const { metadata, schema } = await readFooter(file);
    const source = { file, metadata, schema, compressors: codecs, wholeBytes: opts.wholeBytes ?? 8 * 2 ** 20 };
    const columns = schema.children.map(({ element }) => element.name);
    const rowCount = Number(metadata.num_rows);
    const opened = new Map<string, Promise<ParquetColumn>>();
    const recent = new Recent<Span, Promise<ParquetValue[]>>(RECENT_BYTES, { weigh: ({ memory }) => memory });

    const open = (name: string): Promise<ParquetColumn> => {
      requireColumns(path, columns, [name]);
      const column = opened.get(name) ?? openColumn(source, name).catch(fail(path, name));
      opened.set(name, column);
      return column;
    };
    const plain = async (data: Promise<Iterable<unknown>>, name: string, start: number, end: number) => {
      const found = await data.catch(fail(path, name));
      const values = Array.from(found, (value, at) =>
        parquetValue(value, { file: path, row: start + at, column: name }),
      );
      if (values.length === end - start) return values;
      throw badData(`${end - start} values expected, ${values.length} found`, { file: path, column: name });
    };
    const cell = async (name: string, index: number): Promise<ParquetValue> => {
      const column = await open(name);
      const span = column.spans.find(({ start, end }) => start <= index && index < end);
      if (!span) throw badData(`there is no row ${index}, the file has ${rowCount}`, { file: path });
      const values = await (recent.get(span) ?? recent.set(span, plain(column.read(span), name, span.start, span.end)));
      return values[index - span.start] ?? null;
    };
    const row = async (index: number, names: readonly string[] = columns): Promise<ParquetRow> =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await cell(name, index)] as const)));
    return {
      columns,
      rowCount,
      row,
      column: async (name) => plain((await open(name)).readAll(), name, 0, rowCount),
      async *rows(names = columns) {
        for (let index = 0; index < rowCount; index += 1) yield await row(index, names);
      },
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    return fail(path)(error);
  }
}

/** Decoded rows kept at hand. pyarrow puts 1024 pictures into a page, some 70 MB, so it should be a few of them. */
const RECENT_BYTES = 256 * 2 ** 20;

/** Our own errors and those of the system pass; everything else means that the file is damaged. */
function fail(file: string, column?: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof SextantError || (error instanceof Error && 'syscall' in error)) throw error;
    throw badData(
      `this is not a parquet file that can be read: ${messageOf(error)}`,
      { file, column },
      { fix: 'fetch it again with `sextant data pull`', cause: error },
    );
  };
}
