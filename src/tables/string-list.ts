import { badData, type Place } from './bad-data.ts';

const SPACE = /[ \t\r\n]*/y;

/**
 * Reads a Python list literal of plain strings, as in the `image` cells of MMSI-Bench's TSV: `['/9j/4AAQ…', 'iVBOR…']`.
 * Linear time. Escapes are refused: base64 has none.
 * @example parseStringList("['QUJD', 'REVG']", { file: 'MMSI_bench.tsv', row: 2, column: 'image' }) // ['QUJD', 'REVG']
 */
export function parseStringList(text: string, place: Place): string[] {
  let at = 0;
  const skip = (): void => {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
  };
  const wrong = (expected: string) =>
    badData(`character ${at + 1} is ${JSON.stringify(text.slice(at, at + 1))}, expected ${expected}`, place, {
      fix: "the cell must be a Python list of base64 texts: ['…', '…']",
    });
  const take = (char: string): boolean => {
    const found = text.startsWith(char, at);
    if (found) at += 1;
    skip();
    return found;
  };
  const strings: string[] = [];
  skip();
  if (!take('[')) throw wrong('[');
  while (!take(']')) {
    const quote = text[at];
    if (quote !== "'" && quote !== '"') throw wrong('a quote or ]');
    const end = text.indexOf(quote, at + 1);
    if (end === -1) throw wrong(`a closing ${quote} further on`);
    const string = text.slice(at + 1, end);
    if (/[\\\n]/.test(string)) throw wrong('a text without escapes and line ends');
    strings.push(string);
    at = end + 1;
    skip();
    if (!take(',') && text[at] !== ']') throw wrong(', or ]');
  }
  if (at < text.length) throw wrong('nothing more');
  return strings;
}
