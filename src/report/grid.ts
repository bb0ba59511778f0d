import type { Column } from './table.ts';
import { clip, pad, textWidth, wrap } from './text-width.ts';

/** Texts in rows, the first `head` of which stand above the rule, with the width of every column. */
export interface Grid {
  rows: readonly (readonly string[])[];
  head: number;
  widths: readonly number[];
}

const gap = 3;
/** Text is shortened down to this. */
const shortest = 12;

const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);

/** Columns that a grid takes. */
export function gridWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** A grid as wide as its texts. */
export function naturalGrid(rows: Grid['rows']): Grid {
  return { rows, head: 1, widths: (rows[0] ?? []).map((_, at) => widest(rows.map((row) => row[at] ?? ''))) };
}

/** A grid that fits into `width`, the longest texts shortened first; nothing when that is not enough. */
export function shortenGrid(grid: Grid, columns: readonly Column[], width: number): Grid | undefined {
  const { widths } = grid;
  const least = columns.map(({ align, whole }, at) =>
    align === 'right' || whole ? (widths[at] ?? 0) : Math.min(widths[at] ?? 0, shortest),
  );
  if (gridWidth(least) > width) return undefined;
  const shorter = [...widths];
  while (gridWidth(shorter) > width) {
    const shortenable = shorter.map((each, at) => (each > (least[at] ?? 0) ? each : 0));
    const longest = shortenable.indexOf(Math.max(...shortenable));
    shorter[longest] = (shorter[longest] ?? 0) - 1;
  }
  return { ...grid, widths: shorter };
}

/** The grid on its side: names down the left, as many rows beside each other as fit, long texts wrapped. */
export function turnGrid({ rows }: Grid, width: number): Grid[] {
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
    const fields = names.map((name, at) => {
      const height = Math.max(...records.map((record) => record[at]?.length ?? 0));
      const line = (n: number) => [n === 0 ? name : '', ...records.map((record) => record[at]?.[n] ?? '')];
      return Array.from({ length: height }, (_, n) => line(n));
    });
    return { rows: fields.flat(), head: fields[0]?.length ?? 0, widths };
  });
}

/** The lines of a grid, with a light rule below its head. */
export function drawGrid(
  { rows, head, widths }: Grid,
  columns: readonly Column[],
  dim: (text: string) => string,
): string[] {
  if (widths.length === 0) return [];
  const lines = rows.map((row) =>
    row
      .map((text, at) => pad(clip(text, widths[at] ?? 0), widths[at] ?? 0, columns[at]?.align))
      .join(dim(' │ '))
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
  return lines.toSpliced(head, 0, dim(rule));
}
