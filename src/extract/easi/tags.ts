import { pythonRegex } from '../python/regex.ts';
import { finder, strip } from '../python/text.ts';

/** Most answers have no tag at all, and looking for a character is many times faster than looking for a tag. */
export function mayHaveTags(text: string): boolean {
  return text.includes('<');
}

const opening = pythonRegex('<\\s*answer\\b', 'gi');

/** Where the content of each `<answer …>` starts. */
export function* answerContents(text: string): Iterable<number> {
  const next = finder(text, '>');
  let last = -1;
  for (const tag of text.matchAll(opening)) {
    const end = next(tag.index + tag[0].length);
    if (end === -1) return;
    // `<answer<answer>` is one tag: looking twice at what follows would take quadratic time.
    if (end !== last) yield end + 1;
    last = end;
  }
}

const thinkEnd = pythonRegex('</\\s*think\\s*>', 'gi');
const thinkStart = pythonRegex('<\\s*think\\s*>', 'gi');

/** What follows the last `</think>`, else the last `<think>`, else everything. */
export function afterThink(text: string): string {
  if (!mayHaveTags(text)) return text;
  const tag = [...text.matchAll(thinkEnd)].at(-1) ?? [...text.matchAll(thinkStart)].at(-1);
  return tag ? strip(text.slice(tag.index + tag[0].length)) : text;
}

/** Zero-width characters, which models leave around letters. */
export function withoutZeroWidth(text: string): string {
  return text.replace(/\u200b|\u200c|\u200d|\ufeff/g, '');
}
