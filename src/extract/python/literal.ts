import { PythonError } from './error.ts';
import { decimalInteger } from './number.ts';
import { readStrings } from './literal-string.ts';
import { Complex, Dict, ellipsis, PythonSet, type PythonValue, Tuple } from './value.ts';

/**
 * `ast.literal_eval(text)`. Throws a PythonError wherever Python raises anything; which exception that is, is not told apart.
 * Not read, because it needs the names of all characters: `'\N{DIGIT ONE}'`.
 * @example literalEval("{'point_2d': (1, 2.5)}")
 */
export function literalEval(text: string): PythonValue {
  if (/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)) throw malformed();
  // literal_eval strips blanks and tabs, nothing else; the tokenizer knows one kind of line end.
  return new Reader(text.replace(/^[ \t]+/, '').replace(/\r\n?/g, '\n')).document();
}

const malformed = () => new PythonError('SyntaxError', 'malformed literal');

/** Python's tokenizer stops here. */
const maxDepth = 200;

/** What may be signed, added or neither. */
type Node = { value: PythonValue; kind: 'number' | 'signed' | 'other' };

const names = new Map<string, PythonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['...', ellipsis],
]);

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

class Reader {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): PythonValue {
    // Empty lines and comments may come first; the first other line may not be indented. A form feed ends indentation.
    this.take(/(?:[ \t\f]*(?:#[^\n]*)?\n)*/y);
    if (/[ \t]$/.test(this.take(/[ \t\f]*/y))) throw malformed();
    const [first, more] = [this.expression(), this.peek() === ','];
    const value = more ? new Tuple([first, ...this.rest('')]) : first;
    if (this.take(/(?:[ \t\f]*(?:#[^\n]*)?(?:\n|$))*$/y) === '' && this.at < this.text.length) throw malformed();
    return value;
  }

  private expression(): PythonValue {
    return this.sum().value;
  }

  /** Only a complex number may be written as a sum. */
  private sum(): Node {
    const left = this.signed();
    const sign = this.peek();
    if (sign !== '+' && sign !== '-') return left;
    this.at++;
    const right = this.atom();
    const { value } = left;
    if (left.kind === 'other' || right.kind !== 'number' || !(right.value instanceof Complex)) throw malformed();
    if (typeof value !== 'bigint' && typeof value !== 'number') throw malformed();
    const { real, imaginary } = right.value;
    const whole = new Complex(finite(value) + (sign === '-' ? -real : real), sign === '-' ? -imaginary : imaginary);
    return { value: whole, kind: 'other' };
  }

  private signed(): Node {
    const sign = this.peek();
    if (sign !== '+' && sign !== '-') return this.atom();
    this.at++;
    const { value, kind } = this.atom();
    if (kind !== 'number') throw malformed();
    return { value: sign === '-' ? negative(value) : value, kind: 'signed' };
  }

  private atom(): Node {
    const next = this.peek();
    if (next === '(') return this.parenthesised();
    if (next === '[') return other(this.bracket((close) => this.items(close)));
    if (next === '{') return other(this.bracket(() => this.braced()));
    const name = names.get(this.take(/(?:True|False|None)(?![\w\x80-\uffff])|\.\.\./y));
    if (name !== undefined) return other(name);
    if (this.take(/set(?=[ \t\f\n]*\()/y) !== '') return other(this.emptySet());
    const strings = readStrings(this.text, this.at, () => this.skip());
    if (strings === undefined) return { value: this.number(), kind: 'number' };
    return other(strings);
  }

  private parenthesised(): Node {
    return this.bracket((close) => {
      if (this.peek() === close) return other(new Tuple([]));
      const first = this.sum();
      return this.peek() === ',' ? other(new Tuple([first.value, ...this.rest(close)])) : first;
    });
  }

  private emptySet(): PythonSet {
    return this.bracket((close) => {
      if (this.peek() !== close) throw malformed();
      return new PythonSet();
    });
  }

  private bracket<T>(content: (close: string) => T): T {
    const close = closers[this.peek()] ?? '';
    this.at++;
    if (++this.depth > maxDepth) throw malformed();
    const value = content(close);
    if (this.peek() !== close) throw malformed();
    this.depth--;
    this.at++;
    return value;
  }

  private items(close: string): PythonValue[] {
    return this.peek() === close ? [] : [this.expression(), ...this.rest(close)];
  }

  /** What follows the first item: more of them, and perhaps a last comma. */
  private rest(close: string): PythonValue[] {
    const items: PythonValue[] = [];
    while (this.peek() === ',') {
      this.at++;
      if (this.peek() === close || this.ended()) break;
      items.push(this.expression());
    }
    return items;
  }

  private braced(): Dict | PythonSet {
    if (this.peek() === '}') return new Dict();
    const first = this.expression();
    if (this.peek() !== ':') {
      const set = new PythonSet();
      for (const member of [first, ...this.rest('}')]) set.add(member);
      return set;
    }
    const dict = new Dict();
    for (let key = first; ; key = this.expression()) {
      if (this.peek() !== ':') throw malformed();
      this.at++;
      dict.set(key, this.expression());
      if (this.peek() !== ',') return dict;
      this.at++;
      if (this.peek() === '}') return dict;
    }
  }

  private number(): PythonValue {
    const part = '[0-9]+(?:_[0-9]+)*';
    const power = `(?:[eE][-+]?${part})`;
    const float = `(?:(?:(?:${part})?\\.${part}|${part}\\.)${power}?|${part}${power})`;
    const pattern = `(${float}[jJ]?|${part}[jJ])|(0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)|(0+(?:_0+)*|[1-9][0-9]*(?:_[0-9]+)*)`;
    // A number may not run into a name or into another number.
    const found = new RegExp(`(?:${pattern})(?![\\w.\\x80-\\uffff])`, 'y');
    found.lastIndex = this.at;
    const [text = '', floating, based, digits] = found.exec(this.text) ?? [];
    this.at += text.length;
    const plain = text.replaceAll('_', '');
    if (digits !== undefined) return decimalInteger(plain);
    if (based !== undefined) return BigInt(plain);
    if (floating === undefined) throw malformed();
    const value = Number(plain.replace(/j$/i, ''));
    return /j$/i.test(plain) ? new Complex(0, value) : value;
  }

  private ended(): boolean {
    return this.depth === 0 && /^(?:#|\n|$)/.test(this.text.slice(this.at, this.at + 1));
  }

  /** The next character that is not space. */
  private peek(): string {
    this.skip();
    return this.text[this.at] ?? '';
  }

  /** Inside brackets lines do not count. Returns where it stands then. */
  private skip(): number {
    this.take(this.depth > 0 ? /(?:[ \t\f\n]|#[^\n]*|\\\n)*/y : /(?:[ \t\f]|\\\n)*/y);
    return this.at;
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [''];
    this.at += found.length;
    return found;
  }
}
