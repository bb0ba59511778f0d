import type { FormatOptions } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { clip, oneLine, pad, textWidth, wrap } from './plain-text.ts';
import { type Column, cellText, shownTable, type Table } from './table.ts';

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

/** Texts in rows, the first `head` of which stand above the rule, with the width of every column. */
interface Grid {
  rows: readonly (readonly string[])[];
  head: number;
  widths: readonly number[];
}

const gap = 3;
/** Text is shortened down to this. */
const shortest = 12;

const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);

/** Columns that a grid takes. */
function gridWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** A grid as wide as its texts. */
function naturalGrid(rows: Grid['rows']): Grid {
  return { rows, head: 1, widths: at(rows, 0).map((_, column) => widest(rows.map((row) => at(row, column)))) };
}

/** A grid that fits into `width`, the longest texts shortened first; nothing when that is not enough. */
function shortenGrid(grid: Grid, columns: readonly Column[], width: number): Grid | undefined {
  const { widths } = grid;
  const least = columns.map(({ align, whole }, column) =>
    align === 'right' || whole ? at(widths, column) : Math.min(at(widths, column), shortest),
  );
  if (gridWidth(least) > width) return undefined;
  const shorter = [...widths];
  while (gridWidth(shorter) > width) {
    const shortenable = shorter.map((each, column) => (each > at(least, column) ? each : 0));
    const longest = shortenable.indexOf(Math.max(...shortenable));
    shorter[longest] = at(shorter, longest) - 1;
  }
  return { ...grid, widths: shorter };
}

/** The grid on its side: names down the left, as many rows beside each other as fit, long texts wrapped. */
function turnGrid({ rows }: Grid, width: number): Grid[] {
  const [names = [], ...records] = rows;
  const side = widest(names);
  const room = Math.max(shortest, width - side - gap);
  const bands: { records: string[][][]; widths: number[] }[] = [];
  for (const record of records) {
    const wrapped = record.map((text) => wrap(text, room));
    const own = Math.min(room, widest(wrapped.flat()));
    const band = bands.at(-1);
    if (band !== undefined && gridWidth([...band.widths, own]) <= width) {
      band.records.push(wrapped);
      band.widths.push(own);
    } else bands.push({ records: [wrapped], widths: [side, own] });
  }
  return bands.map(({ records, widths }) => {
    const fields = names.map((name, field) => {
      const height = Math.max(...records.map((record) => at(record, field).length));
      const line = (n: number) => [n === 0 ? name : '', ...records.map((record) => at(record, field)[n] ?? '')];
      return Array.from({ length: height }, (_, n) => line(n));
    });
    return { rows: fields.flat(), head: at(fields, 0).length, widths };
  });
}

/** The lines of a grid, with a light rule below its head. */
function drawGrid({ rows, head, widths }: Grid, columns: readonly Column[], dim: (text: string) => string): string[] {
  if (widths.length === 0) return [];
  const lines = rows.map((row) =>
    row
      .map((text, column) => pad(clip(text, at(widths, column)), at(widths, column), columns[column]?.align))
      .join(dim(' │ '))
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
  return lines.toSpliced(head, 0, dim(rule));
}
