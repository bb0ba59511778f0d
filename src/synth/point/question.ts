import type { Random } from '../../stats/index.ts';
import { drawn, weightOf } from './balance.ts';
import type { Situation } from './situation.ts';
import type { Subject } from './subjects.ts';
import type { PointSplit, Wish } from './wish.ts';

/** A question before it is a sample. */
export interface PointingQuestion {
  split: PointSplit;
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
  wish: Wish,
  { dice, isWrong }: { dice: Random; isWrong(question: PointingQuestion): boolean },
): PointingQuestion | undefined {
  const { split } = wish;
  for (const step of stepsFor(wish)) {
    for (const { subject, word } of drawn(dice, choicesOf(situation, subjects, split, step))) {
      const found = subject.name(word, step, dice);
      const mask = found && subject.mask();
      if (!mask) continue;
      const target = subject.target === undefined ? {} : { target: subject.target };
      const question: PointingQuestion = { ...asked(found.text, found.viewed), split, step, mask, ...target };
      if (isWrong(question)) continue;
      subjects.splice(subjects.indexOf(subject), 1);
      return question;
    }
  }
  return undefined;
}

/** The weight of all that could be asked, as far as can be told before its mask is drawn and the question is solved. */
export function weightOfAll(situation: Situation, subjects: Subject[], wish: Wish, dice: Random): number {
  for (const step of stepsFor(wish)) {
    const choices = choicesOf(situation, subjects, wish.split, step);
    const possible = choices.filter(({ subject, word }) => subject.name(word, step, dice));
    if (possible.length > 0) return possible.reduce((sum, { weight }) => sum + weight, 0);
  }
  return 0;
}

function choicesOf(situation: Situation, subjects: Subject[], split: PointSplit, step: number) {
  return subjects.flatMap((subject) =>
    subject.words(step).map((word) => ({ subject, word, weight: weightOf(situation, split, word, subject) })),
  );
}

/** The nearer to what was wished for, the sooner. */
function stepsFor({ steps, most, slack }: Wish): number[] {
  return Array.from({ length: most }, (_, i) => i + 1)
    .filter((step) => Math.abs(step - steps) <= slack)
    .sort((a, b) => Math.abs(a - steps) - Math.abs(b - steps));
}

function asked(object: string, viewed: boolean): { object: string; prompt: string } {
  const prompt = viewed ? `From the viewer's perspective, please point out ${object}.` : `Please point out ${object}.`;
  return { object, prompt };
}
