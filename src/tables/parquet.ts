import type { FileMetaData, RowGroup } from 'hyparquet';
import { messageOf, SextantError } from '../contracts/index.ts';
import { Recent } from '../util/index.ts';
import { badData, type Place, requireColumns, requireFile } from './bad-data.ts';
import { type ColumnChunk, openChunk, type RowSpan } from './parquet-chunk.ts';
import { codecs } from './parquet-codecs.ts';
import { openRandomAccess, readFooter } from './parquet-file.ts';

export type ParquetRow = Record<string, ParquetValue>;

export interface Parquet {
  columns: readonly string[];
  rowCount: number;
  /** Rows of each row group. */
  groups: readonly number[];
  /** What the writer noted in the footer. */
  notes: ReadonlyMap<string, string>;
  /** All values of a column. */
  column(name: string): Promise<ParquetValue[]>;
  /** One row, the first being 0. Of large columns only its page is read, wherever it is. */
  row(index: number, columns?: readonly string[]): Promise<ParquetRow>;
  /** All rows, or those from `from` to before `to`; of the others no more is read than shares a page or small row group with them. */
  rows(columns?: readonly string[], range?: { from?: number; to?: number }): AsyncGenerator<ParquetRow>;
  close(): void;
}

export interface ParquetOptions {
  /** A column of a row group is read whole up to this size, larger ones page by page; 8 MiB unless told otherwise. */
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
    const groups = groupsOf(metadata);
    const recent = new Recent<RowSpan, Promise<ParquetValue[]>>(RECENT_BYTES, { weigh: ({ memory }) => memory });
    const open = (group: Group, name: string): Promise<ColumnChunk> => {
      requireColumns(path, columns, [name]);
      const chunk = group.opened.get(name) ?? openChunk(source, name, group).catch(fail(path, name));
      group.opened.set(name, chunk);
      return chunk;
    };
    const plain = async (
      data: Promise<Iterable<unknown>>,
      name: string,
      { start, end }: Pick<RowSpan, 'start' | 'end'>,
    ) => {
      const found = await data.catch(fail(path, name));
      const values = Array.from(found, (value, at) =>
        parquetValue(value, { file: path, row: start + at, column: name }),
      );
      if (values.length === end - start) return values;
      throw badData(`${end - start} values expected, ${values.length} found`, { file: path, column: name });
    };
    /** What is read together with a row. */
    const block = async (name: string, index: number): Promise<Block> => {
      const holds = ({ start, end }: { start: number; end: number }) => start <= index && index < end;
      const group = groups.find(holds);
      const chunk = group && (await open(group, name));
      const span = chunk?.spans.find(holds);
      if (!chunk || !span) throw badData(`there is no row ${index}, the file has ${rowCount}`, { file: path });
      const values = await (recent.get(span) ?? recent.set(span, plain(chunk.read(span), name, span)));
      return { start: span.start, end: span.end, values };
    };
    const cell = async (name: string, index: number): Promise<ParquetValue> => valueIn(await block(name, index), index);
    return {
      columns,
      rowCount,
      groups: groups.map(({ start, end }) => end - start),
      notes: new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? ''])),
      row: async (index, names = columns) =>
        Object.fromEntries(await Promise.all(names.map(async (name) => [name, await cell(name, index)] as const))),
      async column(name) {
        requireColumns(path, columns, [name]);
        const parts: ParquetValue[][] = [];
        for (const group of groups) parts.push(await plain((await open(group, name)).readAll(), name, group));
        return parts.flat();
      },
      async *rows(names = columns, { from = 0, to = rowCount } = {}) {
        const blocks = new Map<string, Block>();
        for (let index = from; index < Math.min(to, rowCount); index += 1) {
          const row: [string, ParquetValue][] = [];
          for (const name of names) {
            let held = blocks.get(name);
            if (!held || index >= held.end) {
              held = await block(name, index);
              blocks.set(name, held);
            }
            row.push([name, valueIn(held, index)]);
          }
          yield Object.fromEntries(row);
        }
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

/** A row group, and its columns that were looked at. */
interface Group {
  group: RowGroup;
  start: number;
  end: number;
  opened: Map<string, Promise<ColumnChunk>>;
}

function groupsOf({ row_groups }: FileMetaData): Group[] {
  let end = 0;
  return row_groups.map((group) => {
    const start = end;
    end += Number(group.num_rows);
    return { group, start, end, opened: new Map() };
  });
}

interface Block {
  start: number;
  end: number;
  values: readonly ParquetValue[];
}

function valueIn({ start, values }: Block, index: number): ParquetValue {
  return values[index - start] ?? null;
}

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

/** What a cell of a parquet file may hold. Pictures are `{ bytes, path }`, lists are arrays, missing is null. */
export type ParquetValue =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | Date
  | ParquetValue[]
  | { [field: string]: ParquetValue };

/** Turns what hyparquet gives into plain values; integers must fit a JavaScript number. */
function parquetValue(value: unknown, place: Place): ParquetValue {
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    throw badData(`the integer ${value} is too large, expected at most 2^53`, place);
  }
  if (value instanceof Uint8Array || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => parquetValue(item, place));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, parquetValue(inner, place)]));
  }
  throw badData(`a ${typeof value} was found, expected data`, place);
}
