import { closeSync, readSync } from 'node:fs';
import { openRegular, streamRegular } from '../files/index.ts';
import { plural } from '../util/index.ts';
import { badData, requireFile } from './bad-data.ts';
import { type CsvRecord, CsvTokenizer } from './csv-tokens.ts';
import { columnNames } from './pandas.ts';

/** Where a record lies in its file: in these bytes, after so many others. */
export interface LineSpan {
  start: number;
  end: number;
  skip: number;
}

export interface TsvRow {
  values: Record<string, string>;
  /** Line of the file on which it begins. */
  line: number;
  spot: LineSpan;
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** The rows of a TSV file with their place in it, so that one can be read again by itself: cells hold megabytes of pictures. */
export async function* readTsv(path: string): AsyncGenerator<TsvRow> {
  let columns: string[] | undefined;
  for await (const { fields, line, spot } of records(path)) {
    if (columns === undefined) columns = columnNames(fields);
    else yield { values: valuesOf(columns, fields, path, line), line, spot };
  }
  if (columns === undefined) throw badData('the file is empty, expected a header line', { file: path });
}

/** The fields of one record, read again; fewer when the file is no longer what it was. */
export async function readAgain(path: string, { start, end, skip }: LineSpan): Promise<string[]> {
  const fd = openRegular(path);
  try {
    const bytes = Buffer.alloc(end - start);
    const bytesRead = readSync(fd, bytes, 0, bytes.length, start);
    const tokenizer = new CsvTokenizer(path, '\t');
    let seen = 0;
    for (const record of tokenizer.feed(bytes.subarray(0, bytesRead))) if (seen++ === skip) return record.fields;
    // Only the last line of a file may have no end.
    for (const record of tokenizer.end()) if (seen++ === skip) return record.fields;
    return [];
  } finally {
    closeSync(fd);
  }
}

/** Hands the tokenizer the file line by line, so that it is known where a record ended. */
async function* records(path: string): AsyncGenerator<CsvRecord & { spot: LineSpan }> {
  requireFile(path);
  const tokenizer = new CsvTokenizer(path, '\t');
  let [at, start, skip] = [0, 0, 0];
  for await (const chunk of streamRegular(path, { highWaterMark: 2 ** 18 })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream without encoding yields buffers');
    let from = at === 0 && chunk.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
    if (at === 0) start = from;
    while (from < chunk.length) {
      const lf = chunk.indexOf(LF, from);
      const to = lf === -1 ? chunk.length : lf + 1;
      const end = lineEnd(chunk, from, to);
      const spot = () => ({ start, end: at + to, skip: skip++ });
      // Nothing at all would make the tokenizer forget that a CR came last.
      if (end > from) for (const record of tokenizer.feed(chunk.subarray(from, end))) yield { ...record, spot: spot() };
      const before = skip;
      if (to > end) for (const record of tokenizer.feed(chunk.subarray(end, to))) yield { ...record, spot: spot() };
      // A record that ends with the line: the next one begins here. Others follow a CR alone, and are found behind those before.
      if (skip > before) [start, skip] = [at + to, 0];
      from = to;
    }
    at += chunk.length;
  }
  for (const record of tokenizer.end()) yield { ...record, spot: { start, end: at, skip } };
}

/** Where the line end in front of `to` begins. */
function lineEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  if (end > from && bytes[end - 1] === LF) end -= 1;
  if (end > from && bytes[end - 1] === CR) end -= 1;
  return end;
}

function valuesOf(columns: readonly string[], fields: readonly string[], file: string, line: number) {
  if (fields.length <= columns.length) return Object.fromEntries(columns.map((name, at) => [name, fields[at] ?? '']));
  throw badData(
    `expected ${plural(columns.length, 'field')}, saw ${fields.length}`,
    { file, row: line },
    { fix: 'columns must be separated by tabs, and fields with tabs in them quoted' },
  );
}
