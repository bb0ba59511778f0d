import { float64Column, integerColumn, type TypedColumn } from './dtype.ts';
import { INT64_MAX, INT64_MIN, isNa, type PandasVersion, pandasFloat, pythonFloat, UINT64_MAX } from './pandas.ts';

/** What a cell of a spreadsheet holds; null when it is empty or an error. */
export type SheetCell = string | number | boolean | null;

const DIGITS = /^[ \t-\r]*[+-]?\d+[ \t-\r]*$/;
const BOOLEAN_TEXTS: Readonly<Record<string, boolean>> = {
  True: true,
  TRUE: true,
  true: true,
  False: false,
  FALSE: false,
  false: false,
};

/**
 * The type `pandas.read_excel` gives a column, and what Python prints for each cell. Not the rules of `read_csv`:
 * text that looks like a number becomes one, and truth values beside numbers or empty cells become 1.0 and 0.0.
 * @example inferExcelColumn(['1', 2, null]).str // ['1.0', '2.0', 'nan']
 */
export function inferExcelColumn(cells: readonly SheetCell[], pandas: PandasVersion = '2'): TypedColumn {
  if (cells.length === 0) return objects([]);
  const known = cells.map((cell) => (typeof cell === 'string' && isNa(cell, pandas) ? null : cell));
  const read = numbers(known);
  // Numbers beyond int64 beside missing or negative ones: pandas leaves every cell alone, also the empty texts.
  if (read === 'conflict') return objects(cells.map((cell) => cell ?? ''));
  if (read) return read;
  const shared = shareEqual(known);
  return booleans(shared) ?? objects(shared);
}

function numbers(cells: readonly SheetCell[]): TypedColumn | 'conflict' | undefined {
  const integers: (bigint | null)[] = [];
  const floats: (number | null)[] = [];
  const seen = { float: false, integer: false, negative: false, large: false, missing: false };
  for (const cell of cells) {
    const integer = asInteger(cell);
    const float = asFloat(cell);
    if (float === undefined) return undefined;
    integers.push(integer ?? null);
    floats.push(float);
    if (cell === null) seen.missing = true;
    if (integer === undefined) {
      seen.float = true;
    } else if (integer < INT64_MIN || integer > UINT64_MAX) {
      if (typeof cell === 'string') return undefined;
      seen.float = true;
    } else {
      if (typeof cell !== 'boolean') seen.integer = true;
      if (integer < 0n) seen.negative = true;
      if (integer > INT64_MAX) seen.large = true;
    }
  }
  if (seen.large && (seen.negative || seen.missing)) return 'conflict';
  if (seen.float) return float64Column(floats);
  return seen.integer ? integerColumn(seen.large ? 'uint64' : 'int64', integers) : undefined;
}

/** Undefined if the cell is not such a number. */
function asInteger(cell: SheetCell): bigint | undefined {
  if (typeof cell === 'boolean') return cell ? 1n : 0n;
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell) : undefined;
  return cell !== null && DIGITS.test(cell) ? BigInt(cell.trim().replace('+', '')) : undefined;
}

/** Undefined if it is not a number; null if the cell is missing. */
function asFloat(cell: SheetCell): number | null | undefined {
  return typeof cell === 'string' ? pandasFloat(cell) : typeof cell === 'boolean' ? Number(cell) : cell;
}

function booleans(cells: readonly SheetCell[]): TypedColumn | undefined {
  const values: (boolean | null)[] = [];
  for (const cell of cells) {
    const value = typeof cell === 'string' ? BOOLEAN_TEXTS[cell] : cell;
    if (value === undefined || typeof value === 'number') return undefined;
    values.push(value);
  }
  const dtype = values.includes(null) ? 'object' : 'bool';
  return { dtype, values, str: values.map(pythonStr) };
}

function objects(values: SheetCell[]): TypedColumn {
  return { dtype: 'object', values, str: values.map(pythonStr) };
}

/** Python holds 1 and True for equal, and pandas keeps the first of equal values for all of them. */
function shareEqual(cells: readonly SheetCell[]): SheetCell[] {
  const first = new Map<string | number, SheetCell>();
  return cells.map((cell) => {
    if (cell === null) return null;
    const key = typeof cell === 'boolean' ? Number(cell) : cell;
    if (!first.has(key)) first.set(key, cell);
    return first.get(key) ?? null;
  });
}

function pythonStr(value: SheetCell): string {
  if (value === null) return 'nan';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(BigInt(value)) : pythonFloat(value);
}
