import type { Random } from '../../stats/index.ts';
import { drawn, weightOf } from './balance.ts';
import type { Situation } from './situation.ts';
import type { Subject } from './subjects.ts';
import type { Split, Wish } from './wish.ts';

/** A question before it is a sample. */
export interface Question {
  split: Split;
  step: number;
  /** What to point at, without the request. */
  object: string;
  prompt: string;
  mask: Uint8Array;
  /** The thing that is asked for; free space has none. */
  target?: number;
}

/** A question about one of several subjects, which is then taken away from them; undefined if nothing can be asked. */
export function ask(
  situation: Situation,
  subjects: Subject[],
  { split, steps: wished, most, slack }: Wish,
  { dice, isWrong }: { dice: Random; isWrong(question: Question): boolean },
): Question | undefined {
  // The nearer to what was wished for, the sooner.
  const counts = Array.from({ length: most }, (_, i) => i + 1)
    .filter((step) => Math.abs(step - wished) <= slack)
    .sort((a, b) => Math.abs(a - wished) - Math.abs(b - wished));
  for (const step of counts) {
    const choices = subjects.flatMap((subject) =>
      subject.words(step).map((word) => ({ subject, word, weight: weightOf(situation, split, word, subject) })),
    );
    for (const { subject, word } of drawn(dice, choices)) {
      const found = subject.name(word, step, dice);
      const mask = found && subject.mask();
      if (!mask) continue;
      const target = subject.target === undefined ? {} : { target: subject.target };
      const question: Question = { ...asked(found.text, found.viewed), split, step, mask, ...target };
      if (isWrong(question)) continue;
      subjects.splice(subjects.indexOf(subject), 1);
      return question;
    }
  }
  return undefined;
}

function asked(object: string, viewed: boolean): { object: string; prompt: string } {
  const prompt = viewed ? `From the viewer's perspective, please point out ${object}.` : `Please point out ${object}.`;
  return { object, prompt };
}
