import {
  INT64_MAX,
  INT64_MIN,
  type IntegerText,
  isNa,
  type PandasVersion,
  pandasFloat,
  pandasInteger,
  pythonFloat,
} from './pandas.ts';

/** A column as pandas holds it. */
export interface TypedColumn {
  dtype: 'int64' | 'uint64' | 'float64' | 'bool' | 'object';
  /** `null` is NaN. Integers beyond 2⁵³ are bigint. */
  values: (string | number | bigint | boolean | null)[];
  /** Python's `str(value)`: `1`, `1.0`, `True`, `nan`, or the text itself. */
  str: string[];
}

/**
 * The type `pandas.read_csv` gives a column, and what Python prints for each cell: it is what official scorers compare.
 * @example inferCsvColumn(['1', '', '2']).str // ['1.0', 'nan', '2.0']: one missing cell turns integers into floats
 */
export function inferCsvColumn(cells: readonly string[], pandas: PandasVersion = '2'): TypedColumn {
  if (cells.length === 0) return objects([]);
  const texts = cells.map((cell) => (isNa(cell, pandas) ? null : cell));
  return integers(cells, texts) ?? floats(texts) ?? booleans(texts) ?? objects(texts);
}

type Texts = readonly (string | null)[];

/** pandas tries int64, then uint64 when a number is too large; undefined: go on with floats. */
function integers(cells: readonly string[], texts: Texts): TypedColumn | undefined {
  const signed = readIntegers(texts, false);
  if (signed === 'not an integer') return undefined;
  if (signed !== 'too large') {
    // Inside pandas the smallest integer stands for "missing" here.
    if (signed.includes(null))
      return float64Column(signed.map((value) => (value === null || value === INT64_MIN ? null : Number(value))));
    return integerColumn('int64', signed);
  }
  const unsigned = readIntegers(texts, true);
  if (unsigned === 'not an integer') return undefined;
  if (unsigned === 'too large') return objects(texts);
  const large = unsigned.some((value) => value !== null && value > INT64_MAX);
  if (!large) return objects(texts);
  const mixed = unsigned.some((value) => value === null || value < 0n);
  // Here pandas keeps every text as it is, even where it would mean "missing".
  return mixed ? objects(cells) : integerColumn('uint64', unsigned);
}

function readIntegers(texts: Texts, unsigned: boolean): (bigint | null)[] | Exclude<IntegerText, object> {
  const values: (bigint | null)[] = [];
  for (const text of texts) {
    const read = text === null ? null : pandasInteger(text, unsigned);
    if (typeof read === 'string') return read;
    values.push(read === null ? null : read.value);
  }
  return values;
}

export function integerColumn(dtype: 'int64' | 'uint64', read: readonly (bigint | null)[]): TypedColumn {
  const values = read.map((value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  });
  return { dtype, values, str: read.map(String) };
}

function floats(texts: Texts): TypedColumn | undefined {
  const values = readAll(texts, pandasFloat);
  return values && float64Column(values);
}

export function float64Column(values: (number | null)[]): TypedColumn {
  return { dtype: 'float64', values, str: values.map((value) => (value === null ? 'nan' : pythonFloat(value))) };
}

function booleans(texts: Texts): TypedColumn | undefined {
  const values = readAll(texts, (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined));
  if (values === undefined) return undefined;
  const dtype = values.includes(null) ? 'object' : 'bool';
  return { dtype, values, str: values.map((value) => (value === null ? 'nan' : value ? 'True' : 'False')) };
}

function objects(texts: Texts): TypedColumn {
  return { dtype: 'object', values: [...texts], str: texts.map((text) => text ?? 'nan') };
}

/** Every cell read by `read`, or undefined as soon as one cannot be. */
function readAll<T>(texts: Texts, read: (text: string) => T | undefined): (T | null)[] | undefined {
  const values: (T | null)[] = [];
  for (const text of texts) {
    const value = text === null ? null : read(text);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}
