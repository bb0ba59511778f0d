import type { Json } from '../../../contracts/index.ts';

/**
 * `json.dumps(value, ensure_ascii=ascii)`: a space after colons and commas. Whole numbers only: Python writes `1.0` where
 * JavaScript has no more than `1`, so that floats are to be given as `Float`.
 */
export function jsonDumps(value: Dumped, ascii: boolean): string {
  if (value instanceof Float) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => jsonDumps(item, ascii)).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(([key, inner]) => `${quote(key, ascii)}: ${jsonDumps(inner, ascii)}`);
    return `{${fields.join(', ')}}`;
  }
  return typeof value === 'string' ? quote(value, ascii) : JSON.stringify(value);
}

export type Dumped = Exclude<Json, object> | Float | Dumped[] | { [key: string]: Dumped };

/** A Python float, by its text. */
export class Float {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function quote(text: string, ascii: boolean): string {
  const quoted = JSON.stringify(text);
  if (!ascii) return quoted;
  return quoted.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
