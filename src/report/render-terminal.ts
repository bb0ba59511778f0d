import type { FormatOptions } from '../contracts/index.ts';
import { drawGrid, type Grid, gridWidth, naturalGrid, shortenGrid, turnGrid } from './grid.ts';
import { oneLine } from './plain-text.ts';
import { cellText, shownTable, type Table } from './table.ts';
import { wrap } from './text-width.ts';

/**
 * A table for a terminal, aligned and no wider than it. What says the same everywhere goes first, then long texts are
 * shortened; when that is not enough the table is turned on its side, because a number cut in half is a wrong number.
 */
export function renderTerminal(given: Table, { width, color }: FormatOptions): string {
  const table = shownTable(given);
  const style = (code: number) => (text: string) => (color ? `\x1b[${code}m${text}\x1b[22m` : text);
  const [bold, dim] = [style(1), style(2)];

  const whole = gridOf(table);
  const shown = gridWidth(whole.widths) <= width ? table : foldTable(table);
  const upright = shortenGrid(gridOf(shown), shown.columns, width);
  const grids =
    upright === undefined
      ? turnGrid(whole, width).map((grid) => drawGrid(grid, [], dim))
      : [drawGrid(upright, shown.columns, dim)];
  const notes = (upright === undefined ? table : shown).notes.flatMap((note) =>
    wrap(oneLine(note), width - 2).map((line, at) => (at === 0 ? '· ' : '  ') + line),
  );
  const title = table.title === undefined ? [] : [bold(oneLine(table.title))];
  return [title, ...grids, notes]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

function gridOf({ columns, rows }: Table): Grid {
  const texts = rows.map((row) => row.map((cell) => oneLine(cellText(cell))));
  return naturalGrid([columns.map(({ name }) => oneLine(name)), ...texts]);
}

/**
 * A narrower table: text that is the same in every row is said once, in a note. Numbers and the first column stay.
 * @example 'The same in every row: metric accuracy, method wilson.'
 */
function foldTable(table: Table): Table {
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
