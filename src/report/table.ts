import type { Cell, CellValue, Column, Sheet, Table } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { interval, percent } from './format.ts';

export type { Cell, Column, Table } from '../contracts/index.ts';

/** A table as people see it. */
export function shownTable(table: Table): Table {
  const isShown = (_: unknown, at: number) => !table.columns[at]?.hidden;
  return { ...table, columns: table.columns.filter(isShown), rows: table.rows.map((row) => row.filter(isShown)) };
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
  return value == null ? null : { text: format(value), value: inPercent(value) };
}

/** Several 0 … 1 scores under one text, their numbers in percent. */
export function percentsCell(text: string, values: readonly (number | null)[]): Cell {
  return { text, values: values.map((value) => (value === null ? null : inPercent(value))) };
}

/** The two columns that an interval falls into. */
export const intervalParts = ['low', 'high'];

/**
 * An interval of 0 … 1 scores, or nothing.
 * @example intervalCell(0.551, 0.69) // { text: '[55.1, 69.0]', values: [55.1, 69] }
 */
export function intervalCell(low: number | null | undefined, high: number | null | undefined): Cell {
  return low == null || high == null ? null : { text: interval(low, high), values: [low, high].map(inPercent) };
}

/** Twelve digits, because 0.07 * 100 is 7.000000000000001. */
function inPercent(value: number): number {
  return Number((value * 100).toPrecision(12));
}

/** Two cells in one; the first one has so many numbers. @example '62.3 [55.1, 69.0]' */
export function joinCells(first: Cell, second: Cell, numbers = 1): Cell {
  if (second === null) return first;
  const values = valuesOf(first);
  const missing = Array.from({ length: numbers - values.length }, () => null);
  return { text: `${cellText(first)} ${cellText(second)}`, values: [...values, ...missing, ...valuesOf(second)] };
}

/** A cell for people. */
export function cellText(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'string' ? cell : cell.text;
}

/** The names of columns for machines. @example ['run', 'score (%)', 'interval low (%)', 'interval high (%)'] */
export function columnKeys(columns: readonly Column[]): string[] {
  return columns.flatMap(({ name, unit, parts = [''] }) =>
    parts.map((part) => `${part === '' ? name : `${name} ${part}`}${unit === undefined ? '' : ` (${unit})`}`),
  );
}

/** A row for machines: as many values as there are keys. */
export function rowValues(row: readonly Cell[], columns: readonly Column[]): CellValue[] {
  return row.flatMap((cell, column) => {
    const values = valuesOf(cell);
    const missing = (at(columns, column).parts?.length ?? 1) - values.length;
    return [...values, ...Array.from({ length: missing }, () => null)];
  });
}

function valuesOf(cell: Cell): CellValue[] {
  if (cell === null || typeof cell === 'string') return [cell];
  return 'values' in cell ? cell.values : [cell.value];
}

/** A benchmark's own small table, as one of ours. */
export function sheetTable({ name, about, columns, rows }: Sheet): Table {
  const numbers = columns.map((_, c) => rows.map((row) => row[c]).filter((cell) => typeof cell === 'number'));
  const shares = columns.map((column, c) => isShare(column, at(numbers, c)));
  return {
    title: name,
    columns: columns.map((column, c) => ({
      name: column,
      align: at(numbers, c).length > 0 ? 'right' : 'left',
      ...(shares[c] && { unit: '%' }),
    })),
    rows: rows.map((row) =>
      row.map((cell, c): Cell => {
        if (typeof cell !== 'number') return cell;
        if (shares[c]) return percentCell(cell, percent);
        return { text: isPercent(at(columns, c)) ? percent(cell / 100) : rounded(cell), value: cell };
      }),
    ),
    notes: [about],
  };
}

/** Shares of one are shown in percent, like every score. */
function isShare(column: string, numbers: readonly number[]): boolean {
  const isNamed = /\b(share|accuracy|rate|difference|value|low|high)\b/.test(column);
  return isNamed && numbers.length > 0 && numbers.every((number) => Math.abs(number) <= 1);
}

/** Whether it says itself that its numbers are percent. */
function isPercent(column: string): boolean {
  return /^%|%$/.test(column);
}

/** No more decimals than a person needs. */
function rounded(value: number): string {
  const size = Math.abs(value);
  return String(Number(value.toFixed(size < 1 ? 4 : size < 10 ? 2 : 1)));
}
