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

/** Left as they are by `JSON.stringify`, though a terminal would obey them. */
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n]]/gv;

/** Tables as JSON: rows of plain values under the columns' names. Nothing is lost; what a terminal obeys is escaped. */
export function renderJson(tables: readonly Table[]): string {
  const plain = tables.map(({ title, columns, rows, notes }) => ({
    ...(title === undefined ? {} : { title }),
    columns: columnKeys(columns),
    rows: rows.map((row) => rowValues(row, columns)),
    notes,
  }));
  return JSON.stringify(plain, null, 2).replace(unseen, (char) =>
    char
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
