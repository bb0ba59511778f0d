import { PythonException } from './exception.ts';

/** A Python number: `int` is a bigint, `float` is a number. */
export type Num = bigint | number;

/** Longer texts of digits are refused by Python 3.11, because converting them takes quadratic time. */
const maxDigits = 4300;

/** `int(text)`. */
export function parseInteger(text: string): bigint {
  const plain = toAscii(text);
  if (!/^[+-]?\d+(?:_\d+)*$/.test(plain))
    throw new PythonException(
      'ValueError',
      `invalid literal for int() with base 10: ${reprString(text).slice(0, 200)}`,
    );
  return decimalInteger(plain.replaceAll('_', ''));
}

/** An int from an optional sign and ASCII digits. */
export function decimalInteger(digits: string): bigint {
  const count = digits.replace(/^[+-]/, '').length;
  if (count > maxDigits) {
    const advice = 'use sys.set_int_max_str_digits() to increase the limit';
    const message = `Exceeds the limit (${maxDigits} digits) for integer string conversion: value has ${count} digits`;
    throw new PythonException('ValueError', `${message}; ${advice}`);
  }
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''));
}

const float = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;

/** `float(text)`. */
export function parseFloating(text: string): number {
  const plain = toAscii(text);
  if (float.test(plain)) return Number(plain.replaceAll('_', ''));
  const [, sign, name] = /^([+-]?)(inf|infinity|nan)$/i.exec(plain) ?? [];
  if (name === undefined)
    throw new PythonException('ValueError', `could not convert string to float: ${reprString(text)}`);
  if (/nan/i.test(name)) return Number.NaN;
  return sign === '-' ? -Infinity : Infinity;
}

/** `int(value)` of a float. */
export function truncate(value: number): bigint {
  if (Number.isNaN(value)) throw new PythonException('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw new PythonException('OverflowError', 'cannot convert float infinity to integer');
  return BigInt(Math.trunc(value));
}

/** `float(value)` of an int, as arithmetic with floats does it. */
export function toFloat(value: Num): number {
  const result = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(result))
    throw new PythonException('OverflowError', 'int too large to convert to float');
  return result;
}

/** `value / divisor`, which stays finite even for an int that is no float. */
export function divide(value: Num, divisor: number): number {
  if (typeof value === 'number') return value / divisor;
  const whole = Number(value);
  const result = Number.isFinite(whole) ? whole / divisor : Number(value / BigInt(divisor));
  if (!Number.isFinite(result))
    throw new PythonException('OverflowError', 'integer division result too large for a float');
  return result;
}

/**
 * Number texts may hold any Unicode digit and be surrounded by white space. Python strips what C calls space,
 * which is not U+001C to U+001F, and all space beyond ASCII.
 */
function toAscii(text: string): string {
  return text
    .replace(/[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g, ' ')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
    .replace(/^[\t-\r ]+/, '')
    .replace(/(?<![\t-\r ])[\t-\r ]+$/, '');
}

/** Unicode keeps the digits 0 to 9 of a script in a row, so the distance to the start of the row is the value. */
function digitValue(code: number): number {
  let start = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}

const named: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `repr(text)` of a str. */
export function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  // All of Unicode's other and separator characters but the space are escaped.
  const escaped = text.replace(/(?! )[\p{C}\p{Z}\\]/gu, (character) => named[character] ?? byCode(character));
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

function byCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

const hex = (code: number, width: number) => code.toString(16).padStart(width, '0');

/** `repr(bytes)`, of bytes that are kept as characters U+0000 to U+00FF. */
export function reprBytes(bytes: string): string {
  return `b${reprString(bytes).replace(/[\x80-\xff]/g, byCode)}`;
}

/** `repr(value)` of a float; without the final `.0` it is how complex numbers print their parts. */
export function reprFloat(value: number, pointZero = '.0'): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', power = ''] = Math.abs(value).toExponential().split('e');
  const [digits, exponent] = [mantissa.replace('.', ''), Number(power)];
  if (exponent < -4 || exponent >= 16) {
    const padded = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${padded}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const [whole, fraction] = [digits.slice(0, exponent + 1).padEnd(exponent + 1, '0'), digits.slice(exponent + 1)];
  return `${sign}${whole}${fraction === '' ? pointZero : `.${fraction}`}`;
}

/**
 * `value * 10 ** digits` as a whole number, rounded from the exact binary value, ties to even:
 * what Python's formatting and `round` do. `toFixed` rounds ties up.
 */
function scaled(value: number, digits: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const exponent = (bits.getUint16(0) >> 4) & 0x7ff;
  const fraction = bits.getBigUint64(0) & 0xfffffffffffffn;
  const mantissa = (exponent === 0 ? fraction : fraction | 0x10000000000000n) * 10n ** BigInt(digits);
  const shift = BigInt(1075 - Math.max(exponent, 1));
  if (shift <= 0n) return mantissa << -shift;
  const whole = mantissa >> shift;
  const twice = (mantissa - (whole << shift)) * 2n;
  const unit = 1n << shift;
  return twice > unit || (twice === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

/**
 * `f'{value:.4f}'` and `'%.6f' % value`.
 * @example fixed(0.03125, 4) // '0.0312'
 */
export function fixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'nan';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}inf`;
  const text = String(scaled(value, digits)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * `f'{value:.2%}'`, which multiplies first and rounds then.
 * @example percent(1 / 32, 2) // '3.12%'
 */
export function percent(value: number, digits: number): string {
  return `${fixed(value * 100, digits)}%`;
}

/** `round(value, digits)`, for digits from 0 on. */
export function round(value: number, digits = 0): number {
  return Number.isFinite(value) ? Number(fixed(value, digits)) : value;
}

/** `np.round(value)`: to a whole number, ties to even. */
export function rint(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
