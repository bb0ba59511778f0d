import { trigramsOf } from './blind-rules.ts';

/** What somebody knows who has seen the options of all questions, but no answer. */
export interface Elsewhere {
  /** In how many other questions a text of this question is an option. */
  timesAnOption(text: string): number;
  /** How usual its letters are: mean logarithm of the frequency of its trigrams. */
  typicality(text: string): number;
}

export function seenElsewhere(questions: readonly (readonly string[])[]): Elsewhere {
  const options = count(questions.flat());
  const trigrams = count([...options.keys()].flatMap(trigramsOf));
  return {
    timesAnOption: (text) => (options.get(text) ?? 0) - 1,
    typicality(text) {
      const own = trigramsOf(text);
      return own.reduce((sum, trigram) => sum + Math.log(trigrams.get(trigram) ?? 1), 0) / own.length;
    },
  };
}

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
