import type { Sheet } from '../contracts/index.ts';
import type { Table } from './table.ts';

/** A benchmark's own small table, as one of ours. */
export function sheetTable({ name, about, columns, rows }: Sheet): Table {
  const numeric = columns.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
  return {
    title: name,
    columns: columns.map((column, at) => ({ name: column, align: numeric[at] ? 'right' : 'left' })),
    rows: rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' ? { text: String(Number(cell.toFixed(4))), value: cell } : cell)),
    ),
    notes: [about],
  };
}
