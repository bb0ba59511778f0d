import type { ExtractContext } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { letterExtractor } from '../mmsi/letter.ts';
import { splitWords } from '../python/text.ts';

/**
 * The rules of BLINK's analyze_answer: the reply is one letter, bare or in brackets; else the only `(A)` among its words, and among
 * those of its last paragraph first. Where the authors ask GPT-3.5 to choose, nothing is read: nobody can do that again.
 * @example blinkOfficial.extract('It is (B) because …', { choices: { A: 'left', B: 'right' } }) // { answer: 'B' }
 */
export const blinkOfficial = letterExtractor({
  id: 'blink/official',
  about: 'BLINK: the whole reply, else the only (A) among its words; nothing where the authors ask GPT-3.5',
  read(text, context) {
    const whole = /^(?:([A-E])|\(([A-E])\))$/.exec(text);
    if (whole) return whole[1] ?? whole[2] ?? null;
    const all = marked(text, context);
    const last = marked(at(text.split('\n\n'), -1), context);
    if (all.length === 0) return null;
    const found = last.length === 1 ? last : all;
    return found.length === 1 ? at(found, 0) : null;
  },
  say: (letter) => `(${letter})`,
});

/** Options that stand among the words as `(A)`. */
function marked(text: string, { choices = {} }: ExtractContext): string[] {
  const words = new Set(splitWords(text));
  return Object.keys(choices).filter((letter) => words.has(`(${letter})`));
}
