import { columnKeys, rowValues, type Table } from './table.ts';

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
