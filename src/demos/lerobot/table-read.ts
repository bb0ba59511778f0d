import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';

export type Row = Readonly<Record<string, unknown>>;

export interface Table {
  columns: readonly string[];
  /** Rows of each row group. */
  groups: readonly number[];
  /** What the writer noted in the footer. */
  notes: ReadonlyMap<string, string>;
  /** Row group after row group, so that memory holds one. Integers are numbers. */
  rows(columns: readonly string[]): AsyncGenerator<Row>;
}

export async function openTable(path: string): Promise<Table> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  return {
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    notes: new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? ''])),
    async *rows(columns) {
      for (const group of metadata.row_groups) {
        // As if the file had this group only: planning a read takes time for every group.
        const alone = { ...metadata, row_groups: [group], num_rows: group.num_rows };
        for (const row of await parquetReadObjects({ file, metadata: alone, columns: [...columns] })) {
          yield Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
        }
      }
    },
  };
}

/** Some rows of a table; of the others no more is read than shares a row group with them. */
export async function readRows(
  path: string,
  columns: string[],
  { from, to }: { from: number; to: number },
): Promise<Row[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path), columns, rowStart: from, rowEnd: to });
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : Array.isArray(value) ? value.map(plain) : value;
}
