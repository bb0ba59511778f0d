import { type Extractor, SextantError } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { literalEval } from '../python/literal.ts';
import { parseFloating } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';
import { str } from '../python/value.ts';
import { answerContents, withoutZeroWidth } from './option.ts';

/**
 * EASI's can_match_na: the first element of a list, the number in `<answer>`, else the last number after the thinking.
 * Number words up to twenty are numbers; a hyphen is a sign, so "twenty-one" is -1.
 * @example easiNumber.extract('about 3.5 meters', {}) // { answer: 3.5 }
 */
export const easiNumber: Extractor = {
  id: 'easi/number',
  about: 'EASI can_match_na: number in <answer>, else the last number',
  extract: (text) => ({ answer: matchNumber(text) }),
  write(answer) {
    const text = 'answer' in answer ? String(answer.answer) : '';
    if (text !== '' && matchNumber(text) === Number(text)) return text;
    throw new SextantError('bad_argument', `"${text}" is not a number that easi/number can read`);
  },
};

const number = '[-+]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
const anyNumber = pythonRegex(number, 'g');
const firstNumber = pythonRegex(`\\s*(${number})`, 'y');
const answerEnd = pythonRegex('<\\s*/\\s*answer\\s*>', 'yi');

function matchNumber(prediction: string): number | null {
  const candidate = firstElement(prediction);
  if (candidate === null) return null;
  const text = withoutZeroWidth(strip(candidate)).replace(
    numberWord,
    (word) => digitsOf.get(word.toLowerCase()) ?? word,
  );
  // After the thinking or, where nothing follows it, in it: the last number of a text is both.
  return taggedNumber(text) ?? lastNumber(text);
}

/** The first element of a text that looks like a list; the text when it is none; null when it cannot be read. */
function firstElement(text: string): string | null {
  const trimmed = strip(text);
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return text;
  try {
    const list = literalEval(text);
    const [first] = Array.isArray(list) ? list : [];
    return first === undefined ? text : str(first);
  } catch (error) {
    if (error instanceof PythonException) return null;
    throw error;
  }
}

/** `<answer>7 meters</answer>`; no other tag may stand in between. */
function taggedNumber(text: string): number | null {
  for (const start of answerContents(text)) {
    firstNumber.lastIndex = start;
    const digits = firstNumber.exec(text)?.[1];
    if (digits === undefined) continue;
    answerEnd.lastIndex = text.indexOf('<', firstNumber.lastIndex);
    if (answerEnd.lastIndex >= 0 && answerEnd.test(text)) return parseFloating(digits);
  }
  return null;
}

function lastNumber(text: string): number | null {
  const last = text.match(anyNumber)?.at(-1);
  return last === undefined ? null : parseFloating(last);
}

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const digitsOf = new Map(words.map((word, value) => [word, String(value)]));
const numberWord = pythonRegex(`\\b(?:${words.join('|')})\\b`, 'gi');

/** `1 - np.linspace(0.5, 0.95, 10)`, to the last bit. */
const tolerances = [
  0.5, 0.44999999999999996, 0.4, 0.35, 0.30000000000000004, 0.25, 0.19999999999999996, 0.15000000000000002,
  0.10000000000000009, 0.050000000000000044,
];

/**
 * EASI's mean relative accuracy (MRA) of a number: the share of ten tolerances that its relative error keeps to.
 * @example meanRelativeAccuracy(4, 5) // 0.6
 */
export function meanRelativeAccuracy(prediction: number, target: number): number {
  const distance = Math.abs(prediction - target);
  const error = target === 0 ? distance : distance / Math.abs(target);
  return tolerances.filter((tolerance) => error <= tolerance).length / tolerances.length;
}
