import { PythonError } from './error.ts';
import { Bytes } from './value.ts';

const opening = /(r|u|b|br|rb)?('''|"""|'|")/iy;
const escape = /\\(?:\n|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{1,3})|([xuUN])|([^]))/g;

/**
 * The string or bytes literal that starts at `at`, and where it ends; nothing when none starts there.
 * @example readString("['a\\n']", 1) // { value: 'a\n', end: 6 }
 */
export function readString(text: string, at: number): { value: string | Bytes; end: number } | undefined {
  opening.lastIndex = at;
  const [all, prefix = '', quote = ''] = opening.exec(text) ?? [];
  if (all === undefined) return undefined;
  const start = at + all.length;
  const end = closing(text, start, quote);
  const [raw, isBytes] = [/r/i.test(prefix), /b/i.test(prefix)];
  const body = text.slice(start, end);
  if (isBytes && /[^\0-\x7f]/.test(body)) throw new PythonError('SyntaxError', 'bytes hold only ASCII');
  const content = raw ? body : body.replace(escape, isBytes ? decodeByte : decode);
  return { value: isBytes ? new Bytes(content) : content, end: end + quote.length };
}

function closing(text: string, start: number, quote: string): number {
  const special = quote.length === 1 ? /\\[^]|\n|['"]/g : /\\[^]|'''|"""/g;
  special.lastIndex = start;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    if (found[0] === quote) return found.index;
    if (found[0] === '\n') break;
  }
  throw new PythonError('SyntaxError', 'unterminated string literal');
}

const simple: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
