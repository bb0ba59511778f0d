/** What stands in a table: text, a number with the words people see for it, or nothing. */
export type Cell = string | { text: string; value: number } | null;

export interface Column {
  name: string;
  align: 'left' | 'right';
  /** Of the bare numbers in CSV and JSON. */
  unit?: string;
  /** Never shortened to fit a terminal; numbers (`right`) never are. */
  whole?: true;
}

/** Everything Sextant reports is one of these; how it looks is the renderer's business. */
export interface Table {
  title?: string;
  columns: Column[];
  rows: Cell[][];
  /** Sentences that belong to the numbers. */
  notes: string[];
}

/**
 * A number as people see it, or nothing.
 * @example numberCell(1234, count) // { text: '1,234', value: 1234 }
 */
export function numberCell(value: number | null | undefined, format: (value: number) => string): Cell {
  return value == null ? null : { text: format(value), value };
}

/** The same for a 0 … 1 score. Its number is in percent, too: a CSV must not differ from the screen by a factor. */
export function percentCell(value: number | null | undefined, format: (value: number) => string): Cell {
  // Twelve digits, because 0.07 * 100 is 7.000000000000001.
  return value == null ? null : { text: format(value), value: Number((value * 100).toPrecision(12)) };
}

/** A cell for people. */
export function cellText(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'string' ? cell : cell.text;
}

/** A cell for machines. */
export function cellValue(cell: Cell): string | number | null {
  return cell === null || typeof cell === 'string' ? cell : cell.value;
}

/** A column's name for machines. */
export function columnKey(column: Column): string {
  return column.unit === undefined ? column.name : `${column.name} (${column.unit})`;
}
