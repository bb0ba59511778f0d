import type { Sheet } from '../contracts/index.ts';
import type { Table } from './table.ts';

/** A benchmark's own small table, as one of ours. */
export function sheetTable({ name, about, columns, rows }: Sheet): Table {
  const numeric = columns.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
  return {
    title: name,
    columns: columns.map((column, at) => ({ name: column, align: numeric[at] ? 'right' : 'left' })),
    rows: rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' ? { text: rounded(cell), value: cell } : cell)),
    ),
    notes: [about],
  };
}

/** No more decimals than a person needs. */
function rounded(value: number): string {
  const size = Math.abs(value);
  return String(Number(value.toFixed(size < 1 ? 4 : size < 10 ? 2 : 1)));
}
