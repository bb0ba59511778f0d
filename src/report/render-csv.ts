import { safeText } from './plain-text.ts';
import { columnKeys, rowValues, type Table } from './table.ts';

/** Spreadsheets run text that starts like this as a formula; an apostrophe makes it text again. */
const formula = /^\s*[=+\-@＝＋－＠]/;

function field(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = safeText(value).replace(formula, "'$&");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. Numbers are bare, in the unit their column names; title and notes have no place in this format. */
export function renderCsv(table: Table): string {
  const rows = table.rows.map((row) => rowValues(row, table.columns));
  return [columnKeys(table.columns), ...rows].map((row) => row.map(field).join(',')).join('\r\n');
}
