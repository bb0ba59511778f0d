import { cellText, type Table } from './table.ts';

/**
 * A narrower table: text that is the same in every row is said once, in a note. Numbers and the first column stay.
 * @example 'The same in every row: metric accuracy, method wilson.'
 */
export function foldTable(table: Table): Table {
  const texts = (at: number) => table.rows.map((row) => cellText(row[at] ?? null));
  const folded = table.columns.map(
    ({ align }, at) => at > 0 && align === 'left' && table.rows.length > 1 && new Set(texts(at)).size === 1,
  );
  const said = table.columns.flatMap(({ name }, at) =>
    folded[at] && table.rows[0]?.[at] != null ? [`${name} ${texts(at)[0]}`] : [],
  );
  return {
    ...table,
    columns: table.columns.filter((_, at) => !folded[at]),
    rows: table.rows.map((row) => row.filter((_, at) => !folded[at])),
    notes: [...(said.length > 0 ? [`The same in every row: ${said.join(', ')}.`] : []), ...table.notes],
  };
}
