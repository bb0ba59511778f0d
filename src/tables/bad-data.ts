import { statSync } from 'node:fs';
import { SextantError } from '../contracts/index.ts';
import { requireRegular } from '../files/index.ts';
import { byteSize } from '../util/index.ts';

/** Where in a file something is wrong. */
export interface Where {
  file: string;
  /** A line, row or index: whatever the reader of the message will look for in that file. */
  row?: number | undefined;
  column?: string | undefined;
}

/**
 * A `bad_data` error that names its place.
 * @example throw badData('answer is "E", expected A to D', { file: 'q.csv', row: 17, column: 'answer' }, { fix: 'correct the row' })
 */
export function badData(message: string, place: Where, opts: { fix?: string; cause?: unknown } = {}): SextantError {
  const row = place.row === undefined ? '' : `:${place.row}`;
  const column = place.column === undefined ? '' : ` column ${place.column}`;
  return new SextantError('bad_data', message, { where: `${place.file}${row}${column}`, ...opts });
}

/** Throws `bad_data` unless there is a regular file at this path. */
export function requireFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) throw badData('there is no such file', { file });
  requireRegular(file);
}

/** Throws `bad_data` naming the first column that is missing and those that are there. */
export function requireColumns(file: string, present: readonly string[], wanted: readonly string[]): void {
  const column = wanted.find((name) => !present.includes(name));
  if (column === undefined) return;
  throw badData(`there is no such column; the file has ${present.join(', ') || 'none'}`, { file, column });
}

/** What any part of a file may unpack to. */
const FREE_BYTES = 64 * 2 ** 20;
/** Beyond that, how many times its packed size: pictures hardly shrink at all, tables of text to a twentieth. */
const MOST_TIMES = 50;

/** Refuses a bomb by its own account of itself, before anything is unpacked. Unpackers hold it to that account. */
export function refuseBomb(packed: number, full: number, most: number): void {
  const larger = Math.max(packed, full);
  if (larger > most) throw new RangeError(`it has ${byteSize(larger)}, at most ${byteSize(most)} are read`);
  if (full > Math.max(FREE_BYTES, MOST_TIMES * packed))
    throw new RangeError(`${byteSize(packed)} unpack to ${byteSize(full)}, which no honest table does`);
}
