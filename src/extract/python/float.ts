import { PythonException } from './exception.ts';
import { parseFloating, toFloat } from './number.ts';
import { Bytes, type PythonValue, typeName } from './value.ts';

/** `float(value)`. */
export function float(value: PythonValue): number {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'bigint') return toFloat(value);
  if (typeof value === 'string') return parseFloating(value);
  if (value instanceof Bytes) return parseFloating(value.text);
  throw new PythonException(
    'TypeError',
    `float() argument must be a string or a real number, not '${typeName(value)}'`,
  );
}
