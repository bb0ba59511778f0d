/** Which pandas read the file: the meaning of the text `None` depends on it. */
export type PandasVersion = '1.5' | '2';

const PANDAS_1_5 = [
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'n/a',
  'nan',
  'null',
];

const NA: Readonly<Record<PandasVersion, ReadonlySet<string>>> = {
  '1.5': new Set(PANDAS_1_5),
  '2': new Set([...PANDAS_1_5, 'None']),
};

/**
 * Whether pandas reads this text as missing (NaN).
 * @example isNa('N/A') // true: a prediction "N/A" is scored as the text "nan"
 */
export function isNa(text: string, pandas: PandasVersion = '2'): boolean {
  return NA[pandas].has(text);
}

export const INT64_MAX = 2n ** 63n - 1n;
export const INT64_MIN = -(2n ** 63n);
export const UINT64_MAX = 2n ** 64n - 1n;

const INTEGER = /^[ \t-\r]*([+-]?\d+)(.*)/s;
const BLANK = /^[ \t-\r]*$/;
const FLOAT = /^[ \t-\r]*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?[ \t-\r]*$/;
const INFINITY = /^([+-]?)inf(?:inity)?$/i;

/** What pandas' integer converter says of a text. Digits that run over are noticed before what follows them. */
export type IntegerText = { value: bigint } | 'too large' | 'not an integer';

/** Reads an integer as pandas does (`007`, ` +5 `). */
export function pandasInteger(text: string, unsigned: boolean): IntegerText {
  // The converter for large numbers turns away at a minus sign, whatever follows it.
  if (unsigned && text.trimStart().startsWith('-')) return { value: -1n };
  const [, digits, rest = ''] = INTEGER.exec(text) ?? [];
  if (digits === undefined) return 'not an integer';
  const value = BigInt(digits.replace('+', ''));
  if (value > (unsigned ? UINT64_MAX : INT64_MAX) || value < INT64_MIN) return 'too large';
  return BLANK.test(rest) ? { value } : 'not an integer';
}

/** Digits that pandas looks at, leading zeros included. */
const MAX_DIGITS = 17;

/**
 * Reads a float as pandas' default converter does; undefined when it is none or too large for it.
 * That converter is not correctly rounded (17 digits, then one multiplication or division by a power of ten),
 * so `Number(text)` can be off by a last digit.
 */
export function pandasFloat(text: string): number | undefined {
  const infinite = INFINITY.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  const [matched, sign, whole = '', fraction = '', power = '0'] = FLOAT.exec(text) ?? [];
  if (matched === undefined || whole.length + fraction.length === 0) return undefined;
  const digits = (whole + fraction).slice(0, MAX_DIGITS);
  let value = 0;
  for (const digit of digits) value = value * 10 + Number(digit);
  const exponent = Number(power) + whole.length - digits.length;
  if (exponent > 308) return undefined;
  if (exponent >= 0) value *= Number(`1e${exponent}`);
  else if (exponent >= -308) value /= Number(`1e${-exponent}`);
  else value = exponent < -616 ? 0 : value / Number(`1e${-308 - exponent}`) / 1e308;
  if (value === Infinity) return undefined;
  return sign === '-' ? -value : value;
}

/**
 * Python's `repr` of a float. Digits are the same as JavaScript's (shortest that round-trips), the notation is not.
 * @example pythonFloat(1) // '1.0'; 1e16 gives '1e+16', 0.00001 '1e-05', NaN 'nan'
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** pandas' names for nameless and repeated columns: `Unnamed: 0`, `a.1`. */
export function columnNames(header: readonly string[]): string[] {
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
