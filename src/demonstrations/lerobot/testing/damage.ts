import { readFileSync, writeFileSync } from 'node:fs';
import { openParquet } from '../../../tables/index.ts';
import { type ParquetColumn, TableWriter } from '../table-write.ts';

type Columns = Record<string, unknown[]>;

/** Changes a JSON file. */
export function editJson(path: string, change: (value: Record<string, unknown>) => unknown): void {
  const value = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify(change(value) ?? value));
}

/** Writes a table again with other columns, in row groups of the given sizes; footer notes are lost. */
export async function editTable(
  path: string,
  change: (columns: Columns) => void,
  groups?: readonly number[],
): Promise<void> {
  const parquet = await openParquet(path);
  const columns: Columns = {};
  for (const name of parquet.columns) columns[name] = await parquet.column(name);
  parquet.close();
  change(columns);
  const table = new TableWriter(path, Object.entries(columns).map(describe));
  let start = 0;
  for (const size of groups ?? [parquet.rowCount]) {
    const part = Object.entries(columns).map(([name, values]) => [name, values.slice(start, start + size)]);
    table.append(Object.fromEntries(part));
    start += size;
  }
  table.close();
}

function describe([name, values]: [string, unknown[]]): ParquetColumn {
  let lists = 0;
  let leaves = values;
  for (; leaves.some(Array.isArray); lists += 1) leaves = leaves.flat();
  const type = leaves.every((leaf) => typeof leaf === 'string')
    ? 'STRING'
    : leaves.every(Number.isInteger)
      ? 'INT64'
      : 'DOUBLE';
  return { name, type, lists };
}
