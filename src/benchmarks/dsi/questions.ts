import { isOpen, type UnitResult } from '../../contracts/index.ts';
import { type View, views } from './views.ts';

/** One question with its four views, in one epoch. */
export interface FourViews {
  id: string;
  epoch: number;
  units: Readonly<Record<View, UnitResult>>;
}

/** The questions whose four views are all at hand, errors included. A run of one view has none. */
export function completeQuestions(results: readonly UnitResult[]): FourViews[] {
  const byQuestion = Map.groupBy(results, ({ epoch, groups }) => `${epoch}:${groups.question}`);
  return [...byQuestion.values()].flatMap((units) => {
    const of = (view: View) => units.find(({ groups }) => groups.view === view);
    const [std, hflip, reverse, reverse_hflip] = views.map(of);
    if (!std || !hflip || !reverse || !reverse_hflip) return [];
    return [{ id: std.groups.question ?? '', epoch: std.epoch, units: { std, hflip, reverse, reverse_hflip } }];
  });
}

export function isRight(unit: UnitResult): boolean {
  return !isOpen(unit) && unit.score === 1;
}

/** How many views of a question are right, and how many an error leaves open. */
export function tally(question: FourViews): { right: number; open: number } {
  const units = Object.values(question.units);
  return { right: units.filter(isRight).length, open: units.filter(isOpen).length };
}
