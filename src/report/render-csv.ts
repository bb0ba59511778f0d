import { safeText } from './plain-text.ts';
import { type Cell, cellValue, columnKey, type Table } from './table.ts';

/** Spreadsheets run text that starts like this as a formula; an apostrophe makes it text again. */
const formula = /^\s*[=+\-@＝＋－＠]/;

function field(cell: Cell): string {
  const value = cellValue(cell);
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = safeText(value).replace(formula, "'$&");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. Numbers are bare, in the unit their column names; title and notes have no place in this format. */
export function renderCsv(table: Table): string {
  return [table.columns.map(columnKey), ...table.rows].map((row) => row.map(field).join(',')).join('\r\n');
}
