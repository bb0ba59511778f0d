import { createReadStream } from 'node:fs';
import { badData } from './bad-data.ts';
import { type CsvRecord, CsvTokenizer } from './csv-tokens.ts';

/** One row of a table, cells as text: what they mean is `inferCsvColumn`'s business. */
export interface CsvRow {
  values: Record<string, string>;
  /** 1 for the first row below the header. */
  row: number;
  /** Line of the file on which the row begins. */
  line: number;
}

export interface CsvOptions {
  /** One ASCII character; a comma unless told otherwise. */
  delimiter?: string;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

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
      continue;
    }
    if (fields.length > columns.length) {
      throw badData(
        `expected ${columns.length} fields, saw ${fields.length}`,
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
  opts: CsvOptions & {
    /** Columns that must be there. */
    columns?: readonly string[];
  } = {},
): Promise<{ columns: string[]; rows: CsvRow[] }> {
  let columns: string[] = [];
  for await (const { fields } of records(path, opts.delimiter ?? ',')) {
    columns = columnNames(fields);
    break;
  }
  requireColumns(path, columns, opts.columns ?? []);
  return { columns, rows: await Array.fromAsync(readCsv(path, opts)) };
}

/** Throws `bad_data` naming the first column that is missing and those that are there. */
export function requireColumns(file: string, present: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.find((name) => !present.includes(name));
  if (missing === undefined) return;
  throw badData(`there is no such column; the file has ${present.join(', ') || 'none'}`, { file, column: missing });
}

async function* records(path: string, delimiter: string): AsyncGenerator<CsvRecord> {
  const tokenizer = new CsvTokenizer(path, delimiter);
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream without encoding yields buffers');
    if (start === undefined) {
      yield* tokenizer.feed(chunk);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < BOM.length) continue;
    yield* tokenizer.feed(withoutBom(start));
    start = undefined;
  }
  if (start) yield* tokenizer.feed(withoutBom(start));
  yield* tokenizer.end();
}

function withoutBom(bytes: Buffer): Buffer {
  return bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
}

/** pandas' names for nameless and repeated columns: `Unnamed: 0`, `a.1`. */
function columnNames(header: readonly string[]): string[] {
  const named = header.map((name, at) => name || `Unnamed: ${at}`);
  const used = new Set<string>();
  return named.map((name) => {
    let unique = name;
    for (let copy = 1; used.has(unique); copy += 1) {
      const candidate = `${name}.${copy}`;
      if (!named.includes(candidate)) unique = candidate;
    }
    used.add(unique);
    return unique;
  });
}
