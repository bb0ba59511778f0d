// Models and data sets write what they like, also escape codes that move the cursor and marks that turn text around.

/** Whole escape sequences (colours, titles, links), so that no `[31m` stays behind. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const escapes = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g;

/** Invisible characters with an effect: controls, bidi overrides, zero-width marks. Joiners stay: scripts and emoji need them. */
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n\t\u200c\u200d]]/gv;

/**
 * Text that is safe to print: without escape sequences and control characters; line ends and tabs stay.
 * @example safeText('\x1b[31mred\x1b[0m\u202e') // 'red'
 */
export function safeText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(escapes, '').replace(unseen, '');
}

/**
 * The same on one line.
 * @example oneLine('a\n\tb') // 'a b'
 */
export function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ').trim();
}
