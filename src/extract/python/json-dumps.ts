import type { Json } from '../../contracts/index.ts';

export type Dumped = Exclude<Json, object> | Float | Dumped[] | { [key: string]: Dumped };

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
