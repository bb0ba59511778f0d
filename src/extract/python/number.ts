import { PythonException } from './exception.ts';
import { reprString } from './repr.ts';

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
