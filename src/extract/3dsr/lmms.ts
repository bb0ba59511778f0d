import { letterExtractor } from '../mmsi/letter.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';

const patterns = [
  pythonRegex('^([A-D])[.\\s)]'),
  /^([A-D])$/,
  pythonRegex('[Aa]nswer[:\\s]+([A-D])'),
  pythonRegex('[Tt]he answer is[:\\s]+([A-D])'),
  pythonRegex('[Mm]y answer is[:\\s]+([A-D])'),
  /\(([A-D])\)/,
  /([A-D])\./,
  pythonRegex('\\b([A-D])\\b'),
];

/**
 * lmms-eval on 3DSRBench: eight patterns in order, the first match of the first that has one. No word ends behind the letter:
 * "answer Behind" is B.
 * @example threeDsrLmms.extract('The answer is: C', {}) // { answer: 'C' }
 */
export const threeDsrLmms = letterExtractor({
  id: '3dsr/lmms',
  about: 'lmms-eval on 3DSRBench: a letter at the beginning, after "answer", in brackets, before a full stop, or alone',
  read(text) {
    const said = strip(text);
    for (const pattern of patterns) {
      const letter = pattern.exec(said)?.[1];
      if (letter !== undefined) return letter;
    }
    return null;
  },
  say: (letter) => letter,
});
