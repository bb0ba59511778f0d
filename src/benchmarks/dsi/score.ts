import type { Answer, Extraction, Score } from '../../contracts/index.ts';
import { pythonStrip as strip } from '../../extract/index.ts';
import { optionOf } from './options.ts';
import type { DsiSample } from './sample.ts';

/** What the authors record when no answer could be read. */
export const unread = 'E';

/** What the authors' script would write as `final_answer`. */
export function finalAnswer(extraction: Extraction | null): string {
  const answer = extraction && 'answer' in extraction ? extraction.answer : null;
  return answer === null ? unread : String(answer);
}

/**
 * The letter that the authors' evaluation compares: the first character of the column `final_answer`.
 * @example scoredLetter('A. x') // 'A'; 'Answer: B' gives 'A' too
 */
export function scoredLetter(final: string): string {
  const [first = ''] = strip(final);
  return first;
}

/** Right when that letter is the truth. */
export function score(sample: DsiSample, extraction: Extraction): Score {
  const gold = strip(sample.answer);
  const letter = scoredLetter(finalAnswer(extraction));
  const goldOption = optionOf(sample.choices, gold);
  const option = optionOf(sample.choices, letter);
  return {
    value: gold === letter ? 1 : 0,
    note: `gold ${gold}`,
    facts: {
      gold,
      letter,
      view: sample.view,
      // Letters stand for other options in other views; what they stand for can be compared.
      ...(goldOption !== undefined && { goldOption }),
      ...(option !== undefined && { option }),
    },
  };
}

export function truth(sample: DsiSample): Answer {
  return { answer: strip(sample.answer) };
}
