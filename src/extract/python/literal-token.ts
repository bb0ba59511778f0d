import { PythonException } from './exception.ts';
import { decimalInteger } from './number.ts';
import { Bytes, Complex } from './value.ts';

const digits = '[0-9]+(?:_[0-9]+)*';
const power = `(?:[eE][-+]?${digits})`;
const float = `(?:(?:(?:${digits})?\\.${digits}|${digits}\\.)${power}?|${digits}${power})`;
const based = '0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+';
const whole = '0+(?:_0+)*|[1-9][0-9]*(?:_[0-9]+)*';

/** A number as Python programs write it; it may not run into a name or into another number. */
export const numberToken = new RegExp(`(?:${float}[jJ]?|${digits}[jJ]|${based}|${whole})(?![\\w.\\x80-\\uffff])`, 'y');

/** The value of a number token. */
export function numberValue(token: string): bigint | number | Complex {
  const text = token.replaceAll('_', '');
  if (/^0[xob]/i.test(text)) return BigInt(text);
  if (/^\d+$/.test(text)) return decimalInteger(text);
  return /j$/i.test(text) ? new Complex(0, Number(text.slice(0, -1))) : Number(text);
}

/**
 * The string or bytes literal that starts at `at`, and where it ends; nothing when none starts there.
 * @example readString("['a\\n']", 1) // { value: 'a\n', end: 6 }
 */
export function readString(text: string, at: number): { value: string | Bytes; end: number } | undefined {
  const opening = /(r|u|b|br|rb|)('''|"""|'|")/iy;
  opening.lastIndex = at;
  const [all, prefix = '', quote = ''] = opening.exec(text) ?? [];
  if (all === undefined) return undefined;
  const start = at + all.length;
  const end = closing(text, start, quote);
  const [raw, isBytes] = [/r/i.test(prefix), /b/i.test(prefix)];
  const body = text.slice(start, end);
  if (isBytes && /[\x80-\uffff]/.test(body)) throw new PythonException('SyntaxError', 'bytes hold only ASCII');
  const content = raw ? body : decode(body, isBytes);
  return { value: isBytes ? new Bytes(content) : content, end: end + quote.length };
}

function closing(text: string, start: number, quote: string): number {
  const special = quote.length === 1 ? /\\.|\n|['"]/gs : /\\.|'''|"""/gs;
  special.lastIndex = start;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    if (found[0] === quote) return found.index;
    if (found[0] === '\n') break;
  }
  throw new PythonException('SyntaxError', 'unterminated string literal');
}

const simple: Record<string, string> = {
  '\n': '',
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

const escaped = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs;

/** Unknown escapes stay as they are; in bytes, `\u` and `\N` are unknown. */
function decode(body: string, isBytes: boolean): string {
  return body.replace(
    escaped,
    (all: string, octal?: string, two?: string, four?: string, eight?: string, other?: string) => {
      if (isBytes && (four ?? eight)) return all;
      const code = octal ? Number.parseInt(octal, 8) : Number.parseInt(two ?? four ?? eight ?? '', 16);
      if (other === undefined && code <= 0x10ffff) return String.fromCodePoint(isBytes ? code & 0xff : code);
      if (other === undefined || other === 'x' || (!isBytes && 'uUN'.includes(other)))
        throw new PythonException('SyntaxError', `${all} is no complete escape`);
      return simple[other] ?? all;
    },
  );
}
