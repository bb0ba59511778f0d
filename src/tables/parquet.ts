import type { DecodedArray, FileMetaData, RowGroup } from 'hyparquet';
import { messageOf, SextantError } from '../contracts/index.ts';
import { at, Recent } from '../util/index.ts';
import { badData, requireColumns, requireFile } from './bad-data.ts';
import { type ColumnChunk, openColumn, type RowSpan } from './parquet-chunk.ts';
import { codecs } from './parquet-codecs.ts';
import { loadHyparquet, openRandomAccess, readFooter } from './parquet-file.ts';

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
  const hyparquet = await loadHyparquet();
  const file = openRandomAccess(path);
  try {
    const { metadata, schema } = readFooter(file, hyparquet);
    const wholeBytes = opts.wholeBytes ?? 8 * 2 ** 20;
    const source = { file, hyparquet, metadata, schema, compressors: codecs, wholeBytes };
    const columns = schema.children.map(({ element }) => element.name);
    const rowCount = Number(metadata.num_rows);
    const groups = groupsOf(metadata);
    const recent = new Recent<RowSpan, Promise<ParquetValue[]>>(RECENT_BYTES, { weigh: ({ memory }) => memory });
    const opened = new Map<string, ReturnType<typeof openColumn>>();
    const open = (group: OpenGroup, name: string): ColumnChunk => {
      const known = group.opened.get(name);
      if (known) return known;
      requireColumns(path, columns, [name]);
      try {
        const column = opened.get(name) ?? openColumn(source, name);
        opened.set(name, column);
        const chunk = column(group);
        group.opened.set(name, chunk);
        return chunk;
      } catch (error) {
        return fail(path, name)(error);
      }
    };
    const plain = async (data: Promise<DecodedArray>, name: string, { start, end }: Pick<RowSpan, 'start' | 'end'>) => {
      const found = await data.catch(fail(path, name));
      if (found.length !== end - start)
        throw badData(`${end - start} values expected, ${found.length} found`, { file: path, column: name });
      let row = start;
      const refuse = (message: string) => {
        throw badData(message, { file: path, row, column: name });
      };
      const values: ParquetValue[] = [];
      for (; row < end; row += 1) values.push(parquetValue(found[row - start], refuse));
      return values;
    };
    /** What is read together with a row; kept at hand where other rows of it may be asked for one by one. */
    const block = async (name: string, index: number, keep: boolean): Promise<ColumnBlock> => {
      const group = holding(groups, index);
      const chunk = group && open(group, name);
      const span = chunk && holding(chunk.spans, index);
      if (!span) throw badData(`there is no row ${index}, the file has ${rowCount}`, { file: path });
      const read = () => plain(chunk.read(span), name, span);
      const values = await (recent.get(span) ?? (keep ? recent.set(span, read()) : read()));
      return { start: span.start, end: span.end, values };
    };
    const cell = async (name: string, index: number): Promise<ParquetValue> =>
      valueIn(await block(name, index, true), index);
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
        for (const group of groups) parts.push(await plain(open(group, name).readAll(), name, group));
        return parts.flat();
      },
      async *rows(names = columns, { from = 0, to = rowCount } = {}) {
        // Copied for every row: its fields are its own, whatever they are called.
        const empty: ParquetRow = Object.fromEntries(names.map((name) => [name, null]));
        const held = names.map((name) => ({ name, block: noBlock }));
        for (let index = from; index < Math.min(to, rowCount); index += 1) {
          const row = { ...empty };
          for (const column of held) {
            if (index >= column.block.end) column.block = await block(column.name, index, false);
            row[column.name] = valueIn(column.block, index);
          }
          yield row;
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
interface OpenGroup {
  group: RowGroup;
  start: number;
  end: number;
  opened: Map<string, ColumnChunk>;
}

function groupsOf({ row_groups }: FileMetaData): OpenGroup[] {
  let end = 0;
  return row_groups.map((group) => {
    const start = end;
    end += Number(group.num_rows);
    return { group, start, end, opened: new Map() };
  });
}

/** The one of these, which follow each other, that has a row; a file may have very many. */
function holding<T extends { start: number; end: number }>(list: readonly T[], row: number): T | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(list, middle).end <= row) low = middle + 1;
    else high = middle;
  }
  const found = list[low];
  return found && found.start <= row ? found : undefined;
}

interface ColumnBlock {
  start: number;
  end: number;
  values: readonly ParquetValue[];
}

const noBlock: ColumnBlock = { start: 0, end: 0, values: [] };

function valueIn({ start, values }: ColumnBlock, index: number): ParquetValue {
  return at(values, index - start);
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

function isPlain(value: unknown): value is boolean | number | string {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
}

/** Turns what hyparquet gives into plain values; integers must fit a JavaScript number. */
function parquetValue(value: unknown, refuse: (message: string) => never): ParquetValue {
  if (isPlain(value)) return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    return refuse(`the integer ${value} is too large, expected at most 2^53`);
  }
  if (value instanceof Uint8Array || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => parquetValue(item, refuse));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, parquetValue(inner, refuse)]));
  }
  return refuse(`a ${typeof value} was found, expected data`);
}
