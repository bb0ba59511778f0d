import { pythonRegex } from '../python/regex.ts';

const first = pythonRegex('[-+]?\\d+(?:\\.\\d*)?', 'y');
const later = pythonRegex('\\s*[-+]?\\d+(?:\\.\\d*)?', 'y');

/**
 * The numbers of every `(1, 2.5)` in a text, as they are written: what `\(([-+]?\d+\.?\d*(?:,\s*[-+]?\d+\.?\d*)*?)\)` finds,
 * cut at the commas. Written by hand because that pattern takes quadratic time on `(1,1,1,…` that is never closed.
 * @example [...tuples('f(1) = (0.5, -2)')] // [['1'], ['0.5', ' -2']]
 */
export function* tuples(text: string): Iterable<string[]> {
  for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', open + 1)) {
    const pieces = numbersFrom(text, open + 1);
    if (pieces) yield pieces;
  }
}

function numbersFrom(text: string, start: number): string[] | undefined {
  const pieces: string[] = [];
  for (let at = start; ; at++) {
    const number = pieces.length === 0 ? first : later;
    number.lastIndex = at;
    if (!number.test(text)) return undefined;
    pieces.push(text.slice(at, number.lastIndex));
    at = number.lastIndex;
    if (text[at] === ')') return pieces;
    if (text[at] !== ',') return undefined;
  }
}
