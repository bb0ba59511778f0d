import { type ExtractContext, type Extractor, SextantError } from '../../contracts/index.ts';
import { matchOption } from '../easi/option.ts';
import { pythonRegex } from '../python/regex.ts';

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
      throw new SextantError('bad_argument', `"${letter}" is not an answer that ${id} can read`);
    },
  };
}

/**
 * What stands between double backticks, then, within that, between single ones, then between braces if they count.
 * Each step leaves the text as it is when it finds nothing.
 * @example quoted('It is ``{B}``.', { braces: true }) // 'B'
 */
function quoted(text: string, { braces }: { braces: boolean }): string {
  const inner = between(doubleQuoted(text), '`', '`');
  return braces ? between(inner, '{', '}') : inner;
}

/** The single character that a pattern finds first. `search` makes no match object, of which a hundred thousand add up. */
function firstCharacter(text: string, pattern: RegExp): string | null {
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

/** A capital that stands alone, but not the article in "A bike". */
const readmeStandalone = pythonRegex('\\b[A-D]\\b(?!\\s[a-zA-Z])');

/**
 * The function on MMSI-Bench's README and data card: what is quoted or in braces, there the first capital A to D alone.
 * @example mmsiReadme.extract('The answer is ``B``', {}) // { answer: 'B' }
 */
export const mmsiReadme = letterExtractor({
  id: 'mmsi/readme',
  about: 'MMSI-Bench README: first A to D alone, in backticks or braces if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: true }), readmeStandalone),
  say: (letter) => `\`\`${letter}\`\``,
});

/**
 * EASI's can_match_option, for MMSIBench_wo_circular. The scorer's job: EASI reads the right answer the same way, and when
 * both are unreadable it counts a hit.
 * @example mmsiEasi.extract('Final answer: (C)', {}) // { answer: 'C' }
 */
export const mmsiEasi = letterExtractor({
  id: 'mmsi/easi',
  about: 'EASI can_match_option: tags, then the last lines from below, then phrases, then the only capital A to F',
  read: (text) => matchOption(text),
  say: (letter) => letter,
});

/**
 * The evaluation code of MMSI-Bench: as on its README, but braces do not count.
 * @example mmsiFork.extract('x{y}A', {}) // { answer: 'A' }
 */
export const mmsiFork = letterExtractor({
  id: 'mmsi/fork',
  about: 'MMSI-Bench code: first A to D alone, in backticks if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: false }), readmeStandalone),
  say: (letter) => `\`\`${letter}\`\``,
});

const lmmsStandalone = pythonRegex('\\b[A-F]\\b(?!\\s[a-zA-Z])', 'i');

/**
 * lmms-eval's task mmsi_bench: as on MMSI's README, but A to F in either case.
 * @example mmsiLmms.extract('option c', {}) // { answer: 'C' }
 */
export const mmsiLmms = letterExtractor({
  id: 'mmsi/lmms',
  about: 'lmms-eval: first A to F alone in either case, in backticks or braces if there are any',
  read: (text) => firstCharacter(quoted(text, { braces: true }), lmmsStandalone)?.toUpperCase() ?? null,
  say: (letter) => `\`\`${letter}\`\``,
});
