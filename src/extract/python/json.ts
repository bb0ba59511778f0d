import type { Json } from '../../contracts/index.ts';
import { PythonException } from './exception.ts';
import { decimalInteger } from './number.ts';
import { Scanner } from './scanner.ts';
import { Dict, type PythonValue } from './value.ts';

/**
 * Deeper nesting raises RecursionError. Python's limit of 1000 counts the calls that led here, too;
 * seven stand above the parser in the official scripts.
 */
const maxDepth = 992;

/**
 * `json.loads(text)`: unlike JSON.parse it reads NaN and Infinity, tells 1 from 1.0 and refuses a byte order mark.
 * Throws a PythonException: JSONDecodeError, ValueError for an int of more than 4300 digits, RecursionError.
 * @example loadJson('[1, NaN]') // [1n, NaN]
 */
export function loadJson(text: string): PythonValue {
  return new JsonReader(text).document();
}

const constants = new Map<string, PythonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader extends Scanner {
  private depth = 0;

  document(): PythonValue {
    const value = this.value();
    if (this.at < this.text.length) throw this.error('Extra data');
    return value;
  }

  /** A value with the white space around it. */
  private value(): PythonValue {
    this.take(/[ \t\n\r]*/y);
    const value = this.bare();
    this.take(/[ \t\n\r]*/y);
    return value;
  }

  private bare(): PythonValue {
    const next = this.text[this.at];
    if (next === '"') return this.string();
    if (next === '[' || next === '{') {
      if (++this.depth > maxDepth) throw new PythonException('RecursionError', 'maximum recursion depth exceeded');
      const value = next === '[' ? this.list() : this.dict();
      this.depth--;
      return value;
    }
    const constant = constants.get(this.take(/null|true|false|NaN|-?Infinity/y));
    return constant === undefined ? this.number() : constant;
  }

  private number(): PythonValue {
    const digits = this.take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y);
    if (digits === '') throw this.error('Expecting value');
    return /[.eE]/.test(digits) ? Number(digits) : decimalInteger(digits);
  }

  private list(): PythonValue[] {
    const items: PythonValue[] = [];
    if (this.take(/\[[ \t\n\r]*\]/y) !== '') return items;
    do {
      this.at++;
      items.push(this.value());
    } while (this.text[this.at] === ',');
    this.close(']');
    return items;
  }

  private dict(): Dict {
    const dict = new Dict();
    if (this.take(/\{[ \t\n\r]*\}/y) !== '') return dict;
    do {
      this.at++;
      this.take(/[ \t\n\r]*/y);
      if (this.text[this.at] !== '"') throw this.error('Expecting property name enclosed in double quotes');
      const key = this.string();
      if (this.take(/[ \t\n\r]*:/y) === '') throw this.error("Expecting ':' delimiter");
      dict.set(key, this.value());
    } while (this.text[this.at] === ',');
    this.close('}');
    return dict;
  }

  private close(bracket: string): void {
    if (this.text[this.at] !== bracket) throw this.error("Expecting ',' delimiter");
    this.at++;
  }

  private string(): string {
    this.at++;
    let content = this.take(/[ !#-[\]-\uffff]*/y);
    while (this.text[this.at] === '\\') {
      this.at++;
      content += this.escape() + this.take(/[ !#-[\]-\uffff]*/y);
    }
    if (this.text[this.at] !== '"') throw this.error('Unterminated string or invalid control character');
    this.at++;
    return content;
  }

  private escape(): string {
    const code = this.take(/u[0-9a-fA-F]{4}/y);
    // Halves of a pair meet by themselves in a JavaScript string.
    if (code !== '') return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const character = escapes[this.text[this.at] ?? ''];
    if (character === undefined) throw this.error('Invalid \\escape');
    this.at++;
    return character;
  }

  private error(message: string): PythonException {
    return new PythonException('JSONDecodeError', `${message} at ${this.at}`);
  }
}

type Dumped = Exclude<Json, object> | Float | Dumped[] | { [key: string]: Dumped };

/** A Python float, by its text. */
export class Float {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * `json.dumps(value, ensure_ascii=ascii, indent=indent)`: a space after colons and, without indent, after commas. Whole numbers
 * only: Python writes `1.0` where JavaScript has no more than `1`, so that floats are to be given as `Float`.
 * @example jsonDumps({ a: [1, new Float('2.0')] }, { ascii: true }) // '{"a": [1, 2.0]}'
 */
export function jsonDumps(value: Dumped, opts: { ascii: boolean; indent?: number }): string {
  return dump(value, opts, 0);
}

function dump(value: Dumped, opts: { ascii: boolean; indent?: number }, depth: number): string {
  if (value instanceof Float) return value.text;
  const inner = (item: Dumped) => dump(item, opts, depth + 1);
  if (Array.isArray(value)) return wrap('[]', value.map(inner), opts.indent, depth);
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(([key, item]) => `${quote(key, opts.ascii)}: ${inner(item)}`);
    return wrap('{}', fields, opts.indent, depth);
  }
  return typeof value === 'string' ? quote(value, opts.ascii) : JSON.stringify(value);
}

function wrap(brackets: '[]' | '{}', items: string[], indent: number | undefined, depth: number): string {
  const [open, close] = brackets;
  if (items.length === 0) return brackets;
  if (indent === undefined) return `${open}${items.join(', ')}${close}`;
  const line = (level: number) => `\n${' '.repeat(indent * level)}`;
  return `${open}${line(depth + 1)}${items.join(`,${line(depth + 1)}`)}${line(depth)}${close}`;
}

function quote(text: string, ascii: boolean): string {
  const quoted = JSON.stringify(text);
  if (!ascii) return quoted;
  return quoted.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
