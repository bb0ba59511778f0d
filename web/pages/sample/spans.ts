import type { Extraction } from '../../../src/contracts/index.ts';
import { canonicalJson } from '../../../src/util/index.ts';

/** A part of an answer that something was read from. */
export interface TextSpan {
  start: number;
  end: number;
  /** Which of the points were read from it, from 0; none where it was a letter or a number. */
  points: number[];
}

type Extract = (text: string) => Extraction;

/** Longer texts, and those with more candidates, are not looked through: every candidate costs an extraction. */
const LONGEST = 20_000;
const MOST = 200;

/**
 * Where in a text an extractor found its answer. Extractors do not tell, so they are asked: every number (every letter, every
 * option's text) is changed, one at a time, and the text is read again. What changes the answer is what it was read from.
 * Undefined when the text is too long to ask so often.
 * @example spansOf('The point is (0.5, 0.5), step 1', extract) // one span, '0.5, 0.5'
 */
export function spansOf(
  text: string,
  extract: Extract,
  choices: Readonly<Record<string, string>> = {},
): TextSpan[] | undefined {
  const read = extract(text);
  if ('error' in read || text.length > LONGEST) return 'error' in read ? [] : undefined;
  if ('points' in read) return pointSpans(text, extract, read.points);
  if (read.answer === null) return [];
  const all = typeof read.answer === 'number' ? numbers(text) : mentions(text, read.answer, choices);
  if (all.length > MOST) return undefined;
  const before = canonicalJson(read);
  return all
    .filter(
      ({ start, end, other }) => canonicalJson(extract(text.slice(0, start) + other + text.slice(end))) !== before,
    )
    .map(({ start, end }) => ({ start, end, points: [] }));
}

interface SpanCandidate {
  start: number;
  end: number;
  /** What stands there instead when the text is read again. */
  other: string;
}

function pointSpans(text: string, extract: Extract, before: readonly unknown[]): TextSpan[] | undefined {
  if (before.length === 0) return [];
  const all = numbers(text);
  if (all.length > MOST) return undefined;
  const spans = all.flatMap(({ start, end, other }): TextSpan[] => {
    const again = extract(text.slice(0, start) + other + text.slice(end));
    // Another number of points tells nothing about which one it was.
    if (!('points' in again) || again.points.length !== before.length) return [];
    const points = again.points.flatMap((mark, i) => (canonicalJson(mark) === canonicalJson(before[i]) ? [] : [i]));
    return points.length === 0 ? [] : [{ start, end, points }];
  });
  return joined(text, spans);
}

const number = /\d+(?:\.\d*)?|\.\d+/g;

/** Every number, and another one of the same form: fractions stay fractions, and no leading zero comes or goes. */
function numbers(text: string): SpanCandidate[] {
  return Array.from(text.matchAll(number), (match) => {
    const [digits] = match;
    const other = digits.replace(/\d/g, (digit, at: number) => {
      if (digit === '0') return digits[at + 1] === '.' ? '0' : '5';
      return String(((Number(digit) + 3) % 9) + 1);
    });
    return { start: match.index, end: match.index + digits.length, other };
  });
}

/** Every letter that stands alone, and every option's text, if they mean the answer; each with something else in its place. */
function mentions(text: string, answer: string, choices: Readonly<Record<string, string>>): SpanCandidate[] {
  const option = choices[answer] ?? '';
  const another = Object.keys(choices).find((letter) => letter !== answer) ?? (answer === 'A' ? 'B' : 'A');
  const letters = places(text, answer).filter(
    ({ start, end }) => !/\p{L}/u.test(text[start - 1] ?? '') && !/\p{L}/u.test(text[end] ?? ''),
  );
  return [
    ...letters.map((place) => ({ ...place, other: another })),
    ...(option.length > 1 ? places(text, option).map((place) => ({ ...place, other: '·'.repeat(option.length) })) : []),
  ].sort((a, b) => a.start - b.start);
}

function places(text: string, word: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const [haystack, needle] = [text.toLowerCase(), word.toLowerCase()];
  // Lower case may have another length; then places would be wrong.
  if (needle === '' || haystack.length !== text.length) return found;
  for (let at = haystack.indexOf(needle); at >= 0 && found.length <= MOST; at = haystack.indexOf(needle, at + 1)) {
    found.push({ start: at, end: at + needle.length });
  }
  return found;
}

/** The numbers of one point become one span when only what belongs to writing a point stands between them. */
function joined(text: string, spans: readonly TextSpan[]): TextSpan[] {
  const out: TextSpan[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    const same = last?.points.join() === span.points.join();
    if (last && same && /^[\s,;"'=:\-+xy\d]{1,12}$/.test(text.slice(last.end, span.start))) last.end = span.end;
    else out.push({ ...span });
  }
  return out;
}
