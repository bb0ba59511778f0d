import { pythonRegex } from './regex.ts';

// Not a literal, because linters take control characters in those for typing errors.
const lineEnd = '\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]';
const lineEnds = new RegExp(lineEnd);
const spaces = pythonRegex('\\s+');
const oneSpace = pythonRegex('\\s');

/** `str.strip()`. */
export function strip(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && oneSpace.test(text.charAt(start))) start++;
  while (end > start && oneSpace.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** `str.split()`. */
export function splitWords(text: string): string[] {
  return text.split(spaces).filter((piece) => piece !== '');
}

/** `str.splitlines()`. */
export function splitLines(text: string): string[] {
  const lines = text.split(lineEnds);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const pair = /[\ud800-\udbff][\udc00-\udfff]/g;

/** `len(text)`: Python counts characters, JavaScript counts halves of those beyond U+FFFF. */
export function lengthOf(text: string): number {
  return text.length - (text.match(pair)?.length ?? 0);
}

/** `text[-count:]`. */
export function lastCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  // Twice as many halves hold enough characters; one more keeps the first pair whole.
  const characters = Array.from(text.slice(-2 * count - 1));
  return characters.slice(-count).join('');
}

/** Where `needle` comes next. Asked for growing positions, it reads the text only once. */
export function finder(text: string, needle: string): (from: number) => number {
  let known = text.indexOf(needle);
  return (from) => {
    if (known !== -1 && known < from) known = text.indexOf(needle, from);
    return known;
  };
}
