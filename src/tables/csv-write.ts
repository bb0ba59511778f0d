import { writeFileAtomic } from '../files/index.ts';
import { pythonFloat } from './pandas.ts';

/** `null` and `undefined` are NaN: an empty field. Integers are bigint or given as text; numbers are floats. */
export type CsvCell = string | number | bigint | boolean | null | undefined;

export interface CsvWriteOptions {
  /** A comma unless told otherwise. */
  delimiter?: string;
  /** `all` is csv.QUOTE_ALL; `minimal` (the default) quotes only where it must. */
  quoting?: 'minimal' | 'all';
  /** How numbers are printed; Python's `repr` unless told otherwise. */
  float?: (value: number) => string;
}

/**
 * The text `DataFrame.to_csv` writes for a header and rows; every line ends in "\n".
 * (A lone "\r" is quoted as well. Python does so since 3.13; before, such a file could not be read back.)
 * @example csvText(['index', 'hit'], [[1n, 0.5]], { delimiter: '\t' }) // 'index\thit\n1\t0.5\n'
 */
export function csvText(
  columns: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
  opts: CsvWriteOptions = {},
): string {
  const delimiter = opts.delimiter ?? ',';
  const float = opts.float ?? pythonFloat;
  const line = (cells: readonly CsvCell[]): string => {
    const fields = cells.map((cell) => {
      const text = cellText(cell, float);
      // An empty only field is quoted: its line would be blank otherwise, and skipped when read.
      const must = opts.quoting === 'all' || (text === '' && cells.length === 1);
      return must || mustQuote(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    });
    return `${fields.join(delimiter)}\n`;
  };
  const lines = [line(columns)];
  for (const row of rows) lines.push(line(row));
  return lines.join('');
}

/** Writes `csvText` to a file, whole or not at all. */
export function writeCsv(
  path: string,
  columns: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
  opts: CsvWriteOptions = {},
): void {
  writeFileAtomic(path, csvText(columns, rows, opts));
}

function cellText(cell: CsvCell, float: (value: number) => string): string {
  if (cell === null || cell === undefined || Number.isNaN(cell)) return '';
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return typeof cell === 'number' ? float(cell) : String(cell);
}

function mustQuote(text: string, delimiter: string): boolean {
  return text.includes(delimiter) || /["\r\n]/.test(text);
}
