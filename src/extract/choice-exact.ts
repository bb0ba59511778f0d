import type { Extractor } from '../contracts/index.ts';
import { choiceLetter } from './choice-letter.ts';

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
