import type { ExtractContext, Extractor } from '../../contracts/index.ts';
import { SextantError } from '../../contracts/index.ts';

/** An extractor of letters. What it writes, it has read back. */
export function letterExtractor(opts: {
  id: string;
  about: string;
  read(text: string, context: ExtractContext): string | null;
  say(letter: string): string;
}): Extractor {
  const { id, about, read, say } = opts;
  return {
    id,
    about,
    extract: (text, context) => ({ answer: read(text, context) }),
    write(answer, context) {
      const letter = 'answer' in answer ? String(answer.answer) : '';
      const text = say(letter);
      if (read(text, context) === letter) return text;
      throw new SextantError('bad_argument', `"${letter}" is no answer that ${id} can read`);
    },
  };
}

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
