import type { Extractor } from '../contracts/index.ts';
import { at } from '../util/index.ts';

/**
 * Reads the letter of a multiple-choice answer and never guesses. What comes before the last `</think>` is not looked at.
 * The first of these rules that finds letters decides; two different letters, or one that is no option, mean no answer.
 *
 * 1. The whole text is one letter, bare or wrapped: `b`, `(B)`, `**B.**`
 * 2. Letters that are declared: `Answer: B`, `The correct option is (B).`, `<answer>B</answer>`
 * 3. Letters that are set apart: `(B)`, `` `B` ``, `\boxed{B}`, `**B**`, or at the start of a line: `B. The red circle`
 *
 * @example choiceLetter.extract('The answer is B.', { choices: { A: 'red', B: 'blue' } }) // { answer: 'B' }
 */
export const choiceLetter: Extractor = {
  id: 'choice/letter',
  about: 'the one letter that is given, declared or set apart; nothing when two differ',
  extract(text, { choices }) {
    for (const rule of [whole, declared, setApart]) {
      let found: string | undefined;
      for (const letter of rule(said(text))) {
        if (found !== undefined && found !== letter) return { answer: null };
        found = letter;
      }
      if (found !== undefined) return { answer: choices === undefined || Object.hasOwn(choices, found) ? found : null };
    }
    return { answer: null };
  },
  write: (answer) => ('answer' in answer ? String(answer.answer) : ''),
};

// Repetitions are bounded or see only a short piece of the text: time stays linear on any input.

function* whole(text: string): Iterable<string> {
  const letter = /^[*_`"'([{<$]{0,4}([a-z])[*_`"')\]}>$.:]{0,6}$/i.exec(text)?.[1];
  if (letter) yield letter.toUpperCase();
}

function* declared(text: string): Iterable<string> {
  for (const [, next = ''] of text.matchAll(/(?<!\/)\b(?:answer|option|choice)\b(?=(.{0,60}))/gis)) {
    const [, letter, rest = ''] = declaration.exec(next) ?? [];
    // The article "a" and the beginning of a word are no letters.
    if (!letter || letter !== letter.toUpperCase() || /^['’]?\w/.test(rest)) continue;
    if (/[AI]/.test(letter) && /^\s+(?!because|since)[a-z]/i.test(rest)) continue;
    yield letter;
    const second = /^[)\]}"'`*_]*\s*(?:or|and|,|\/|&)\s*[([`*]*([A-Z])(?!\w)/.exec(rest)?.[1];
    if (second) yield second;
  }
}

/** What follows the word "answer": "is", a mark or a new line; the letter; the rest. */
const declaration =
  /^["'`*_]*(?:\s+(?:is|would be|should be|must be)\b|\s*[:=>\n])[\s:"'`*_([{$]*(?:option )?([a-z])(.*)$/is;

function* setApart(text: string): Iterable<string> {
  for (const [, letter = ''] of text.matchAll(/[([{`$*]([A-Z])[)\]}`$*.:]/g)) yield letter;
  for (const [, letter = ''] of text.matchAll(/^[ \t]{0,8}([A-Z])(?:[).:]|[ \t]{0,8}$)/gm)) yield letter;
}

/**
 * The letter of an option and nothing else around it but white space.
 * @example choiceExact.extract('(B)', {}) // { answer: null }
 */
export const choiceExact: Extractor = {
  id: 'choice/exact',
  about: 'one capital letter and nothing else',
  extract(text, { choices }) {
    const letter = text.trim();
    const isOption = choices === undefined || Object.hasOwn(choices, letter);
    return { answer: isOption && /^[A-Z]$/.test(letter) ? letter : null };
  },
  write: choiceLetter.write,
};

/** What a model says once it has thought: some write their thinking into the answer, up to the last `</think>`. */
export function said(text: string): string {
  return at(text.split('</think>'), -1).trim();
}
