import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';

/** A folder with these files; a list is written as JSON lines. */
export function folderWith(files: Readonly<Record<string, string | readonly unknown[]>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-rsb-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    const text = typeof content === 'string' ? content : content.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** Writes rows into a parquet file of that folder; lists of texts are LIST columns. */
export function writeParquet(dir: string, name: string, rows: readonly Record<string, unknown>[]): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  const columns = Object.keys(rows[0] ?? {});
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
  parquetWriteFile({
    filename: join(dir, name),
    columnData: columns.map((column) => ({ name: column, data: rows.map((row) => row[column]) })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.flatMap((column): SchemaElement[] => {
        const value = rows[0]?.[column];
        if (typeof value === 'bigint') return [{ name: column, type: 'INT64', repetition_type: 'OPTIONAL' }];
        if (!Array.isArray(value)) return [{ name: column, ...text }];
        return [
          { name: column, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
          { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
          { name: 'element', ...text },
        ];
      }),
    ],
  });
}
