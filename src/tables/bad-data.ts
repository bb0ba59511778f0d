import { statSync } from 'node:fs';
import { SextantError } from '../contracts/index.ts';
import { requireRegular } from '../files/index.ts';

/** Where in a file something is wrong. */
export interface Place {
  file: string;
  /** A line, row or index: whatever the reader of the message will look for in that file. */
  row?: number | undefined;
  column?: string | undefined;
}

/**
 * A `bad_data` error that names its place.
 * @example throw badData('answer is "E", expected A to D', { file: 'q.csv', row: 17, column: 'answer' }, { fix: 'correct the row' })
 */
export function badData(message: string, place: Place, opts: { fix?: string; cause?: unknown } = {}): SextantError {
  const row = place.row === undefined ? '' : `:${place.row}`;
  const column = place.column === undefined ? '' : ` column ${place.column}`;
  return new SextantError('bad_data', message, { where: `${place.file}${row}${column}`, ...opts });
}

/** Throws `bad_data` unless there is a regular file at this path. */
export function requireFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) throw badData('there is no such file', { file });
  requireRegular(file);
}
