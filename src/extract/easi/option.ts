import { pythonRegex } from '../python/regex.ts';
import { finder, lastCharacters, splitLines, strip } from '../python/text.ts';

/**
 * EASI's can_match_option without choices: the letter A to F of a multiple-choice answer, or null.
 * The official patterns take cubic time on white space; these find the same and do not.
 * @example matchOption('<think>A or B?</think>\nB') // 'B'
 */
export function matchOption(text: string): string | null {
  const said = withoutZeroWidth(strip(text));
  const tail = lastCharacters(said, 800);
  return (
    (mayHaveTags(said) ? besideTag(said, tail) : null) ??
    inLastLines(afterThink(said)) ??
    inLastLines(tail) ??
    afterPhrase.exec(said)?.[1]?.toUpperCase() ??
    onlyCapital(said)
  );
}

function besideTag(text: string, tail: string): string | null {
  return (
    inAnswerTag(text) ??
    beforeAnswerEnd.exec(tail)?.[1]?.toUpperCase() ??
    beforeThinkEnd.exec(tail)?.[1]?.toUpperCase() ??
    null
  );
}

const firstLetter = pythonRegex('\\s*([A-J])', 'yi');
const answerEnd = pythonRegex('<\\s*/\\s*answer\\s*>', 'gi');

/** The letter A to J right after `<answer>`, whatever follows it, if the tag is closed. */
function inAnswerTag(text: string): string | null {
  const lastEnd = [...text.matchAll(answerEnd)].at(-1)?.index ?? -1;
  for (const start of answerContents(text)) {
    firstLetter.lastIndex = start;
    const letter = firstLetter.exec(text)?.[1];
    if (letter !== undefined && firstLetter.lastIndex <= lastEnd) return letter.toUpperCase();
  }
  return null;
}

const closed = '(?<![a-z])([A-F])\\s*(?:[)\\]}）】]\\s*)?';
const beforeAnswerEnd = pythonRegex(`${closed}</\\s*answer\\s*>`, 'i');
const beforeThinkEnd = pythonRegex(`${closed}</\\s*think\\s*>`, 'i');

const optionLine = pythonRegex('^[*_>\\-\\s]*(?:option|选项)\\s+[A-J]\\s*[:：]', 'i');
const wholeLine = pythonRegex('^[*_`>（）\\[\\]【】()]*\\s*([A-Fa-f])\\s*[*_`（）\\[\\]【】()]*$');
const labelled = pythonRegex('^([A-F])\\s*[.．:：)\\]】、-]\\s+', 'i');
const inline = pythonRegex('(?<![A-Za-z])[A-F](?=\\s|[*_`）\\]})]*(?:$|[\\s.,:;!?)\\]】》」』，。；、：）]))', 'g');

/** The last six lines from below: a letter alone, a label, or the only capital of the line. */
function inLastLines(text: string): string | null {
  const lines = splitLines(text).slice(-6).map(strip);
  for (const line of lines.reverse()) {
    if (line === '' || optionLine.test(line)) continue;
    const letter = wholeLine.exec(line)?.[1] ?? labelled.exec(line)?.[1];
    if (letter !== undefined) return letter.toUpperCase();
    const capitals = new Set(line.match(inline));
    if (capitals.size === 1) return [...capitals].join('');
  }
  return null;
}

// The official list also has longer phrases, all of which end in one of these.
const afterPhrase = pythonRegex(
  '(?:answer(?:\\s*is)?|答案|结论|所以|因此|选择?)\\s*(?:[:：>＝=]\\s*)?(?:[(\\[{（【]\\s*)?([A-F])(?!\\w)',
  'i',
);

/** The only capital that stands alone, outside lines that list the options. */
function onlyCapital(text: string): string | null {
  const lines = splitLines(text).filter((line) => !optionLine.test(line));
  const capitals = new Set(lines.flatMap((line) => line.match(/(?<![A-Za-z])[A-F](?![A-Za-z])/g) ?? []));
  return capitals.size === 1 ? [...capitals].join('') : null;
}

/** Most answers have no tag at all, and looking for a character is many times faster than looking for a tag. */
function mayHaveTags(text: string): boolean {
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
function afterThink(text: string): string {
  if (!mayHaveTags(text)) return text;
  const tag = [...text.matchAll(thinkEnd)].at(-1) ?? [...text.matchAll(thinkStart)].at(-1);
  return tag ? strip(text.slice(tag.index + tag[0].length)) : text;
}

/** Zero-width characters, which models leave around letters. */
export function withoutZeroWidth(text: string): string {
  return text.replace(/\u200b|\u200c|\u200d|\ufeff/g, '');
}
