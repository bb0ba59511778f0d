import { statSync } from 'node:fs';
import { z } from 'zod';
import { pythonLiteral } from '../../extract/index.ts';
import {
  badData,
  checked,
  isNa,
  type LineSpan,
  openParquet,
  openZipFile,
  type ParquetValue,
  parseJson,
  readAgain,
  readJsonArray,
  readJsonl,
  readTsv,
  type Where,
} from '../../tables/index.ts';
import { at, byteSize } from '../../util/index.ts';
import { readImageCell } from '../picture-cells.ts';

/** A row of a published table. Cells that hold pictures are not kept: they are read again when they are shown. */
export interface TableRow {
  place: Where;
  cells: Readonly<Record<string, unknown>>;
  /** The pictures in a cell; none where it is empty. */
  pictures(column: string): Promise<Uint8Array[]>;
}

/** Columns that hold bytes of pictures in any of the published forms. */
const pictureColumns = /^(image|images|image_\d+|depth_image|mask|img)$/;

/** What is read whole; a text of twice the size is more than a string holds. */
const MOST_PACKED_BYTES = 256 * 2 ** 20;

const Cells = z.record(z.string(), z.unknown());
const Texts = z.record(z.string(), z.union([z.string(), z.number()]).transform(String));

/** Every row of a TSV, parquet, JSON or JSON lines file. */
export async function readTable(path: string): Promise<TableRow[]> {
  if (/\.tsv$/i.test(path)) return readTsvTable(path);
  if (/\.parquet$/i.test(path)) return readParquetTable(path);
  const noPictures = (place: Where) => async (column: string) => {
    throw badData('pictures are not read from JSON', { ...place, column });
  };
  const row = (cells: Record<string, unknown>, place: Where): TableRow => ({
    place,
    cells,
    pictures: noPictures(place),
  });
  const packed = textInArchive(path);
  if (packed !== undefined)
    return packedRows(packed, path).map((cells, index) => row(cells, { file: path, row: index }));
  if (/\.json$/i.test(path))
    return readJsonArray(path, Cells).map((cells, index) => row(cells, { file: path, row: index }));
  const lines = await Array.fromAsync(readJsonl(path, Cells));
  return lines.map(({ value, line }) => row(value, { file: path, row: line }));
}

/** The text of `data.zip/raw/questions.jsonl`; undefined for a file that lies in a folder. */
function textInArchive(path: string): string | undefined {
  const [, archive, name] = /^(.*?\.zip)[/\\](.+)$/is.exec(path) ?? [];
  if (archive === undefined || name === undefined || statSync(path, { throwIfNoEntry: false })) return undefined;
  const zip = openZipFile(archive);
  const entry = name.replaceAll('\\', '/');
  if ((zip.sizeOf(entry) ?? 0) > MOST_PACKED_BYTES)
    throw badData(`a table in an archive may have ${byteSize(MOST_PACKED_BYTES)}: unpack this one`, { file: path });
  return zip.read(entry)?.toString('utf8');
}

function packedRows(text: string, path: string): Record<string, unknown>[] {
  if (/\.json$/i.test(path)) return checked(parseJson(text, path), z.array(Cells), path);
  return text.split('\n').flatMap((line, index) => {
    const where = `${path}:${index + 1}`;
    return line.trim() === '' ? [] : [checked(parseJson(line, where), Cells, where)];
  });
}

async function readTsvTable(path: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const spots = new Map<string, LineSpan>();
  for await (const { values, line, spot } of readTsv(path)) {
    const place = { file: path, row: line };
    const columns = Object.keys(values);
    // VLMEvalKit reads these tables with pandas, to which an option "None" or "N/A" is none.
    const kept = Object.entries(values).filter(([name, text]) => !pictureColumns.test(name) && !isNa(text));
    const cells = Object.fromEntries(kept);
    if (values.index !== undefined) spots.set(values.index, spot);
    rows.push({
      place,
      cells,
      async pictures(column) {
        if (!columns.includes(column)) return [];
        const read = async (from: LineSpan) =>
          readImageCell(at(await readAgain(path, from), columns.indexOf(column)), { ...place, column });
        const own = await read(spot);
        if ('pictures' in own) return own.pictures;
        // A short cell is the index of the row that has the pictures; that row must have them itself.
        const owner = spots.get(own.reference);
        const theirs = owner && (await read(owner));
        if (theirs && 'pictures' in theirs) return theirs.pictures;
        throw badData(`"${own.reference}" is no picture, and no index of a row with pictures`, { ...place, column });
      },
    });
  }
  return rows;
}

async function readParquetTable(path: string): Promise<TableRow[]> {
  const parquet = await openParquet(path);
  const light = parquet.columns.filter((name) => !pictureColumns.test(name));
  const rows: TableRow[] = [];
  for await (const cells of parquet.rows(light)) {
    const number = rows.length;
    const place = { file: path, row: number };
    rows.push({
      place,
      cells,
      async pictures(column) {
        if (!parquet.columns.includes(column)) return [];
        const value = (await parquet.row(number, [column]))[column] ?? null;
        return (Array.isArray(value) ? value : [value]).flatMap((item) => bytesOf(item, { ...place, column }));
      },
    });
  }
  return rows;
}

/** Bytes, or the hub's struct with bytes in it. */
function bytesOf(value: ParquetValue, place: Where): Uint8Array[] {
  if (value === null) return [];
  const bytes = typeof value === 'object' && 'bytes' in value ? value.bytes : value;
  if (bytes instanceof Uint8Array) return [bytes];
  throw badData('expected the bytes of a picture', place);
}

/**
 * Reads cells of a row by name, each checked; what is wrong is `bad_data` naming file, row and column.
 * @example const cell = cellsOf(row); const question = cell.text('question');
 */
export function cellsOf({ cells, place }: TableRow) {
  const wrong = (column: string, expected: string) =>
    badData(`this is ${shown(cells[column])}, expected ${expected}`, { ...place, column });
  const first = (columns: readonly string[]) => columns.find((name) => isThere(cells[name])) ?? at(columns, 0);
  /** The first of these columns that has something. */
  const text = (...columns: string[]): string => {
    const column = first(columns);
    const value = cells[column];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    throw wrong(column, 'text');
  };
  return {
    wrong,
    has: (column: string) => isThere(cells[column]),
    text,
    /** '' where there is nothing. */
    optional: (...columns: string[]): string => (isThere(cells[first(columns)]) ? text(...columns) : ''),
    /** Texts by name. */
    texts(column: string): Record<string, string> {
      const parsed = Texts.safeParse(cells[column]);
      if (parsed.success) return parsed.data;
      throw wrong(column, 'texts by name');
    },
    /** One path, or a list of them, in whatever form. */
    paths(...columns: string[]): string[] {
      return listOf(cells[first(columns)]) ?? [text(...columns)];
    },
    /** A list of texts: as such, as JSON, or as Python prints one. */
    list(...columns: string[]): string[] {
      const column = first(columns);
      const items = listOf(cells[column]);
      if (items) return items;
      throw wrong(column, 'a list of texts');
    },
  };
}

/** Options in columns A, B, …, as VLMEvalKit's tables have them. */
export function optionColumns(row: TableRow): Record<string, string> {
  const cell = cellsOf(row);
  const letters = Object.keys(row.cells).filter((name) => /^[A-Z]$/.test(name) && cell.has(name));
  return Object.fromEntries(letters.sort().map((letter) => [letter, cell.text(letter)]));
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(typeof value === 'string' && /^nan$/i.test(value));
}

function listOf(value: unknown): string[] | undefined {
  const list = typeof value === 'string' ? parsedList(value) : value;
  if (!Array.isArray(list)) return undefined;
  const items = list.map((item) =>
    typeof item === 'string' ? item : typeof item === 'number' ? String(item) : undefined,
  );
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** As VLMEvalKit does it: JSON first, then Python. */
function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return pythonLiteral(text);
    } catch {
      return undefined;
    }
  }
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'missing';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `a ${typeof value}`;
}
