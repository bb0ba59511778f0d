import { PythonException } from './exception.ts';
import { numberToken, numberValue, readString } from './literal-token.ts';
import { toFloat } from './number.ts';
import { Scanner } from './scanner.ts';
import { Bytes, Complex, Dict, Ellipsis, PythonSet, type PythonValue, Tuple } from './value.ts';

/**
 * `ast.literal_eval(text)`. Throws a PythonException wherever Python raises anything; which exception that is, is not told apart.
 * Not read, because it needs the names of all characters: `'\N{DIGIT ONE}'`.
 * @example literalEval("{'point_2d': (1, 2.5)}")
 */
export function literalEval(text: string): PythonValue {
  if (text.includes('\0') || !text.isWellFormed()) throw malformed();
  // literal_eval strips blanks and tabs, nothing else; the tokenizer knows one kind of line end.
  return new LiteralReader(text.replace(/^[ \t]+/, '').replace(/\r\n?/g, '\n')).document();
}

const malformed = () => new PythonException('SyntaxError', 'malformed literal');

/** Python's tokenizer stops here. */
const maxDepth = 200;

/** What may be signed, added or neither. */
type Node = { value: PythonValue; kind: 'number' | 'signed' | 'other' };

const names = new Map<string, PythonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['...', new Ellipsis()],
]);

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

const other = (value: PythonValue): Node => ({ value, kind: 'other' });

function negative(value: PythonValue): PythonValue {
  if (value instanceof Complex) return new Complex(-value.real, -value.imaginary);
  return typeof value === 'bigint' || typeof value === 'number' ? -value : value;
}

class LiteralReader extends Scanner {
  private depth = 0;

  document(): PythonValue {
    // Empty lines and comments may come first; the first other line may not be indented. A form feed ends indentation.
    this.take(/(?:[ \t\f]*(?:#[^\n]*)?\n)*/y);
    if (/[ \t]$/.test(this.take(/[ \t\f]*/y))) throw malformed();
    const first = this.expression();
    const value = this.peek() === ',' ? new Tuple([first, ...this.rest('')]) : first;
    this.skip();
    const end = this.take(/(?:#[^\n]*)?(?:\n[ \t\f]*(?:#[^\n]*)?)*/y);
    // A last line of blanks alone, with no line end behind it, is an indentation that nobody expects.
    if (/\n[ \t\f]*[ \t]$/.test(end)) throw malformed();
    if (this.at < this.text.length) throw malformed();
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
    const whole = new Complex(toFloat(value) + (sign === '-' ? -real : real), sign === '-' ? -imaginary : imaginary);
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
    if (this.take(/set(?=[ \t\f]*\()/y) !== '') return other(this.emptySet());
    const number = this.take(numberToken);
    return number === '' ? other(this.strings()) : { value: numberValue(number), kind: 'number' };
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
      // Without brackets, the end of the line closes.
      if (this.peek() === close || (this.depth === 0 && /[#\n]/.test(this.peek()))) break;
      items.push(this.expression());
    }
    return items;
  }

  private braced(): Dict | PythonSet {
    if (this.peek() === '}') return new Dict();
    const first = this.expression();
    if (this.peek() !== ':') {
      const set = new PythonSet();
      set.add(first);
      for (const member of this.rest('}')) set.add(member);
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

  /** Strings that follow each other are one. */
  private strings(): string | Bytes {
    const parts: (string | Bytes)[] = [];
    for (let next = readString(this.text, this.at); next; next = readString(this.text, this.at)) {
      parts.push(next.value);
      this.at = next.end;
      this.skip();
    }
    if (parts.length > 0 && parts.every((part) => typeof part === 'string')) return parts.join('');
    if (parts.length > 0 && parts.every((part) => part instanceof Bytes))
      return new Bytes(parts.map((part) => part.text).join(''));
    throw malformed();
  }

  /** The next character that is not space. */
  private peek(): string {
    this.skip();
    return this.text[this.at] ?? '';
  }

  /** Inside brackets lines do not count. */
  private skip(): void {
    this.take(this.depth > 0 ? /(?:[ \t\f\n]+|#[^\n]*|\\\n(?!$))*/y : /(?:[ \t\f]+|\\\n(?!$))*/y);
  }
}
