import { PythonException } from './exception.ts';
import { decimalInteger, parseFloating, reprBytes, reprFloat, reprString, toFloat } from './number.ts';

/** What JSON and Python literals can hold. A bigint is an `int`, a number is a `float`, an array is a `list`. */
export type PythonValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PythonValue[]
  | Dict
  | Tuple
  | PythonSet
  | Bytes
  | Complex
  | Ellipsis;

export class Ellipsis {
  readonly text = 'Ellipsis';
}

export class Tuple {
  readonly items: PythonValue[];
  constructor(items: PythonValue[]) {
    this.items = items;
  }
}

/** The bytes as characters U+0000 to U+00FF. */
export class Bytes {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class Complex {
  readonly real: number;
  readonly imaginary: number;
  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** A `dict`: the last value of a key wins, at the place of the first. */
export class Dict {
  readonly entries = new Map<string, [key: PythonValue, value: PythonValue]>();
  set(key: PythonValue, value: PythonValue): void {
    const id = identity(key);
    this.entries.set(id, [this.entries.get(id)?.[0] ?? key, value]);
  }
  get(key: string): PythonValue | undefined {
    return this.entries.get(identity(key))?.[1];
  }
}

/** A `set`, in the order of its text: CPython's order depends on hashes, which differ from run to run for strings. */
export class PythonSet {
  readonly members = new Map<string, PythonValue>();
  add(member: PythonValue): void {
    const id = identity(member);
    if (!this.members.has(id)) this.members.set(id, member);
  }
}

/** The same text for keys that Python holds equal: 1, 1.0 and True are one key. */
function identity(key: PythonValue): string {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `n${Number(key)}`;
  if (typeof key === 'number' && Number.isInteger(key)) return `n${BigInt(key)}`;
  if (typeof key === 'number' || typeof key === 'bigint') return `n${key}`;
  if (key instanceof Complex) return key.imaginary === 0 ? identity(key.real) : `c${key.real} ${key.imaginary}`;
  if (key instanceof Bytes) return `b${key.text}`;
  if (key instanceof Tuple) return `(${key.items.map((item) => JSON.stringify(identity(item))).join()})`;
  if (key === null || key instanceof Ellipsis) return repr(key);
  throw new PythonException('TypeError', `unhashable type: '${typeName(key)}'`);
}

/** `type(value).__name__`. */
export function typeName(value: PythonValue): string {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Dict) return 'dict';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof PythonSet) return 'set';
  if (value instanceof Bytes) return 'bytes';
  if (value instanceof Complex) return 'complex';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  return typeof value === 'string' ? 'str' : 'ellipsis';
}

/** `bool(value)`. */
export function isTruthy(value: PythonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Dict) return value.entries.size > 0;
  if (value instanceof PythonSet) return value.members.size > 0;
  if (value instanceof Bytes) return value.text !== '';
  if (value instanceof Complex) return value.real !== 0 || value.imaginary !== 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

/** `str(value)`. */
export function str(value: PythonValue): string {
  return typeof value === 'string' ? value : repr(value);
}

function repr(value: PythonValue): string {
  if (typeof value === 'string') return reprString(value);
  if (typeof value === 'number') return reprFloat(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (value instanceof Ellipsis) return value.text;
  // Printing has the same limit on digits as reading.
  if (typeof value === 'bigint') return String(decimalInteger(String(value)));
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (value instanceof Tuple) return `(${value.items.map(repr).join(', ')}${value.items.length === 1 ? ',' : ''})`;
  if (value instanceof Bytes) return reprBytes(value.text);
  if (value instanceof PythonSet)
    return value.members.size === 0 ? 'set()' : `{${[...value.members.values()].map(repr).join(', ')}}`;
  if (value instanceof Dict)
    return `{${[...value.entries.values()].map(([key, of]) => `${repr(key)}: ${repr(of)}`).join(', ')}}`;
  const imaginary = reprFloat(value.imaginary, '');
  if (Object.is(value.real, 0)) return `${imaginary}j`;
  return `(${reprFloat(value.real, '')}${/^[-n]/.test(imaginary) ? '' : '+'}${imaginary}j)`;
}

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
