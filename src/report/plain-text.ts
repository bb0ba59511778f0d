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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** East Asian wide and full-width blocks; JavaScript knows no property for them. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

function graphemeWidth(grapheme: string): number {
  if (/^[\p{M}\p{Cc}\p{Cf}]/u.test(grapheme)) return 0;
  return wide.test(grapheme) || /^\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) ? 2 : 1;
}

/**
 * Terminal columns a text takes.
 * @example textWidth('空間') // 4
 */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/**
 * At most `width` columns; what was cut ends in `…`.
 * @example clip('RoboSemanticBench', 8) // 'RoboSem…'
 */
export function clip(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    room -= graphemeWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return width > 0 ? `${kept}…` : '';
}

/** Filled with spaces to `width` columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? spaces + text : text + spaces;
}

/**
 * Lines of at most `width` columns, broken between words; a longer word keeps its own line.
 * @example wrap('one two three', 7) // ['one two', 'three']
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
