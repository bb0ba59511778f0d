import { type Extraction, type Extractor, SextantError } from '../../contracts/index.ts';
import { parseFloating } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';

/** `text.split(' ')[0].rstrip('.').strip()` */
function firstWord(text: string): string {
  const space = text.indexOf(' ');
  let end = space === -1 ? text.length : space;
  while (end > 0 && text[end - 1] === '.') end--;
  return strip(text.slice(0, end));
}

function firstLetter(text: string, choices: Record<string, string>): string | null {
  const word = firstWord(text).toLowerCase();
  return Object.keys(choices).find((letter) => letter.toLowerCase() === word) ?? null;
}

function extractor(opts: { id: string; about: string; number(text: string): number | null }): Extractor {
  const { id, about, number } = opts;
  const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
  const extract: Extractor['extract'] = (text, { choices }): Extraction => ({
    answer: choices ? firstLetter(text, choices) : finite(number(text)),
  });
  return {
    id,
    about,
    extract,
    write(answer, context) {
      const text = 'answer' in answer ? String(answer.answer) : '';
      const read = extract(text, context);
      if ('answer' in read && read.answer !== null && String(read.answer) === text) return text;
      throw new SextantError('bad_argument', `"${text}" is not an answer that ${id} can read`);
    },
  };
}

/**
 * VSI-Bench's own reader: the first word without its full stops must be the letter, or a number that Python's `float` takes.
 * "B)" and "Answer: B" are nothing, "3 meters" is 3, "1,200" is nothing.
 * @example vsiOfficial.extract('3.5 meters', {}) // { answer: 3.5 }
 */
export const vsiOfficial = extractor({
  id: 'vsi/official',
  about: 'VSI-Bench: the first word, as a letter or as a number',
  number: (text) => floatOf(firstWord(text)),
});

/** lmms-eval reads letters the same way, and of numbers the first in the text, in digits or in words. */
export const vsiLmms = extractor({
  id: 'vsi/lmms',
  about: 'lmms-eval on VSI-Bench: the first word as a letter; the first number, in digits or in words',
  number: firstNumber,
});

/** Python's `float(text)`; null where it refuses. */
function floatOf(text: string): number | null {
  try {
    return parseFloating(text);
  } catch {
    return null;
  }
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const tens = 'thirty forty fifty sixty seventy eighty ninety hundred';
const values = new Map<string, number>([
  ...small.split(' ').map((word, value): [string, number] => [word, value]),
  ...tens.split(' ').map((word, index): [string, number] => [word, 30 + 10 * index]),
  ['thousand', 1000],
]);
const digits = pythonRegex('-?\\d+(?:\\.\\d+)?');

function firstNumber(text: string): number | null {
  const lower = strip(text).toLowerCase();
  const inDigits = digits.exec(lower);
  const inWords = wordRun(lower);
  if (inDigits && (inWords === null || inDigits.index < inWords.start)) return floatOf(inDigits[0]);
  return inWords && sumOf(inWords.words);
}

/** The first run of number words; other words end it, "and" does not. */
function wordRun(text: string): { start: number; words: number[] } | null {
  let run: { start: number; words: number[] } | null = null;
  for (const { 0: word, index } of text.matchAll(/[a-z]+/g)) {
    const value = values.get(word);
    if (run === null && value !== undefined) run = { start: index, words: [value] };
    else if (run === null || word === 'and') continue;
    else if (value === undefined) break;
    else run.words.push(value);
  }
  return run;
}

function sumOf(words: readonly number[]): number {
  let [total, current] = [0, 0];
  for (const value of words) {
    if (value === 100) current = Math.max(current, 1) * 100;
    else if (value === 1000) [total, current] = [total + Math.max(current, 1) * 1000, 0];
    else current += value;
  }
  return total + current;
}
