import { closeSync, readSync } from 'node:fs';
import { openRegular, streamRegular, writeFileAtomic } from '../files/index.ts';
import { plural } from '../util/index.ts';
import { badData, requireColumns, requireFile } from './bad-data.ts';
import { type CsvRecord, CsvTokenizer } from './csv-tokens.ts';
import { columnNames, pythonFloat } from './pandas.ts';

/** One row of a table, cells as text: what they mean is `inferCsvColumn`'s business. */
export interface CsvRow {
  values: Record<string, string>;
  /** 1 for the first row below the header. */
  row: number;
  /** Line of the file on which the row begins. */
  line: number;
}

interface CsvOptions {
  /** One ASCII character; a comma unless told otherwise. */
  delimiter?: string;
  /** Columns that must be there. */
  columns?: readonly string[];
  /** Told the names of all columns before the first row. */
  onHeader?: (columns: string[]) => void;
}

const BOM = 'efbbbf';

/**
 * Reads a CSV or TSV file as `pandas.read_csv` does, row by row: memory holds one row, whatever the file's size.
 * A row with too few fields is filled with empty ones (pandas' NaN); one with too many is an error naming its line.
 * (pandas takes surplus fields of the *first* row for an index. Nobody means that, so here it is an error too.)
 * @example for await (const { values, line } of readCsv('std.csv')) console.log(line, values.question)
 */
export async function* readCsv(path: string, opts: CsvOptions = {}): AsyncGenerator<CsvRow> {
  let columns: string[] | undefined;
  let row = 0;
  for await (const { fields, line } of records(path, opts.delimiter ?? ',')) {
    if (columns === undefined) {
      columns = columnNames(fields);
      requireColumns(path, columns, opts.columns ?? []);
      opts.onHeader?.(columns);
      continue;
    }
    if (fields.length > columns.length) {
      throw badData(
        `expected ${plural(columns.length, 'field')}, saw ${fields.length}`,
        { file: path, row: line },
        { fix: 'quote fields that contain the delimiter, or check that the delimiter is the right one' },
      );
    }
    row += 1;
    // fromEntries: a column named __proto__ stays an ordinary one.
    const values = Object.fromEntries(columns.map((name, at) => [name, fields[at] ?? '']));
    yield { values, row, line };
  }
  if (columns === undefined) throw badData('the file is empty, expected a header line', { file: path });
}

/**
 * A whole file at once, for those that are small.
 * @example const { columns, rows } = await readCsvTable('hflip.csv', { columns: ['question', 'options', 'GT'] })
 */
export async function readCsvTable(
  path: string,
  opts: Omit<CsvOptions, 'onHeader'> = {},
): Promise<{ columns: string[]; rows: CsvRow[] }> {
  let columns: string[] = [];
  const onHeader = (names: string[]) => {
    columns = names;
  };
  const rows = await Array.fromAsync(readCsv(path, { ...opts, onHeader }));
  return { columns, rows };
}

async function* records(path: string, delimiter: string): AsyncGenerator<CsvRecord> {
  requireFile(path);
  const tokenizer = new CsvTokenizer(path, delimiter);
  const start = firstBytes(path, 3) === BOM ? 3 : 0;
  for await (const chunk of streamRegular(path, { highWaterMark: 2 ** 18, start })) yield* tokenizer.feed(chunk);
  yield* tokenizer.end();
}

/** The first bytes of a file, as hexadecimal digits: what tells kinds of files apart. */
export function firstBytes(path: string, count: number): string {
  const fd = openRegular(path);
  try {
    const bytes = Buffer.alloc(count);
    return bytes.toString('hex', 0, readSync(fd, bytes, 0, count, 0));
  } finally {
    closeSync(fd);
  }
}

/** `null` and `undefined` are NaN: an empty field. Integers are bigint or given as text; numbers are floats. */
export type CsvCell = string | number | bigint | boolean | null | undefined;

interface CsvWriteOptions {
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
