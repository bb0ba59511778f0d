import { badData, type Place } from './bad-data.ts';

/** What a cell of a parquet file may hold. Pictures are `{ bytes, path }`, lists are arrays, missing is null. */
export type ParquetValue =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | Date
  | ParquetValue[]
  | { [field: string]: ParquetValue };

/** Turns what hyparquet gives into plain values; integers must fit a JavaScript number. */
export function parquetValue(value: unknown, place: Place): ParquetValue {
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    throw badData(`the integer ${value} is too large, expected at most 2^53`, place);
  }
  if (value instanceof Uint8Array || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => parquetValue(item, place));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, parquetValue(inner, place)]));
  }
  throw badData(`a ${typeof value} was found, expected data`, place);
}
