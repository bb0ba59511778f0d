import { letterExtractor } from '../mmsi/letter.ts';
import { strip } from '../python/text.ts';

/**
 * SITE-Bench's parse_multi_choice_response, adapted by its authors from MMMU: `(A)` anywhere, else ` A `, else `A.`, else a colon
 * beside it. Of several letters the one that comes last as ` A ` counts, which is the first option where none does.
 * The authors choose at random where nothing is found; here nothing is found.
 * @example siteOfficial.extract('I think (B)', { choices: { A: 'left', B: 'right' } }) // { answer: 'B' }
 */
export const siteOfficial = letterExtractor({
  id: 'site/official',
  about: 'SITE-Bench: (A), else " A ", else "A.", else a colon beside it; nothing where the authors guess',
  read(text, { choices = {} }) {
    const said = ` ${strip(text)} `;
    const letters = Object.keys(choices);
    for (const forms of [bracketed, spaced, stopped, besideColon]) {
      const found = letters.filter((letter) => forms(letter).some((form) => said.includes(form)));
      if (found.length > 0) return lastSpaced(said, found);
    }
    return null;
  },
  say: (letter) => letter,
});

const bracketed = (letter: string) => [`(${letter})`];
const spaced = (letter: string) => [` ${letter} `];
const stopped = (letter: string) => [`${letter}.`];
const besideColon = (letter: string) => [`${letter}:`, `:${letter}`, `: ${letter}`];

/** `candidates[np.argmax([response.rfind(f" {c} ") …])]`: the first of the greatest. */
function lastSpaced(text: string, letters: readonly string[]): string | null {
  let best: { letter: string; at: number } | null = null;
  for (const letter of letters) {
    const at = text.lastIndexOf(` ${letter} `);
    if (best === null || at > best.at) best = { letter, at };
  }
  return best?.letter ?? null;
}
