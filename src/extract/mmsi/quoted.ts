/**
 * What stands between double backticks, then, within that, between single ones, then between braces if they count.
 * Each step leaves the text as it is when it finds nothing.
 * @example quoted('It is ``{B}``.', { braces: true }) // 'B'
 */
export function quoted(text: string, { braces }: { braces: boolean }): string {
  const inner = between(doubleQuoted(text), '`', '`');
  return braces ? between(inner, '{', '}') : inner;
}

/** The single character that a pattern finds first. `search` makes no match object, of which a hundred thousand add up. */
export function firstCharacter(text: string, pattern: RegExp): string | null {
  const at = text.search(pattern);
  return at === -1 ? null : text.charAt(at);
}

/** `` ``([^`]*)`` `` */
function doubleQuoted(text: string): string {
  for (let open = text.indexOf('``'); open !== -1; open = text.indexOf('``', open + 1)) {
    const end = text.indexOf('`', open + 2);
    if (end !== -1 && text.startsWith('``', end)) return text.slice(open + 2, end);
  }
  return text;
}

function between(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  const end = start === -1 ? -1 : text.indexOf(close, start + 1);
  return end === -1 ? text : text.slice(start + 1, end);
}
