import type { UnitResult } from '../../contracts/index.ts';
import { pythonPercent as percent } from '../../extract/index.ts';
import { demand } from '../../util/index.ts';
import { categoryName, categoryNumber, type DsiView, evaluationOrder } from './sample.ts';
import { completeQuestions, isRight, tally } from './score.ts';

interface ScriptVerdict {
  cate: number;
  right: boolean;
}

/**
 * What the authors' evaluate.py prints, number by number: samples, groups (3 of 4), and each view alone.
 * Methods 1 and 2 need all four views of every question, as the script does. An errored unit is the `E` that it would have
 * recorded. Several epochs are printed one after the other.
 */
export function printOfficial(results: readonly UnitResult[]): string {
  const epochs = [...Map.groupBy(results, ({ epoch }) => epoch)].sort(([a], [b]) => a - b);
  return epochs
    .map(([, units]) => {
      const complete = completeQuestions(units).length * evaluationOrder.length === units.length;
      const present = evaluationOrder.filter((view) => ofView(units, view).length > 0);
      return [
        ...(complete ? [printSampleWise(units), printGroupWise(units, 3)] : []),
        ...present.map((view) => printSingle(units, view)),
      ].join('');
    })
    .join('');
}

/**
 * `sample_wise_evaluation()`
 * @internal exported for its test
 */
export function printSampleWise(units: readonly UnitResult[]): string {
  return section('Method 1: Independent Samples', units.map(verdictOf));
}

/**
 * `group_wise_evaluation(n)`; a question belongs to the category that its `std` row says.
 * @internal exported for its test
 */
export function printGroupWise(units: readonly UnitResult[], n: number): string {
  const verdicts = completeQuestions(units).map((question) => ({
    cate: cateOf(question.units.std),
    right: tally(question).right >= n,
  }));
  return section(`Method 2: Ensemble Voting (n>=${n})`, verdicts);
}

/**
 * `single_evaluation(aug)`
 * @internal exported for its test
 */
export function printSingle(units: readonly UnitResult[], view: DsiView): string {
  return section(`Method 3: Single View Evaluation (${view})`, ofView(units, view).map(verdictOf));
}

function section(title: string, verdicts: readonly ScriptVerdict[]): string {
  const byCate = [...Map.groupBy(verdicts, ({ cate }) => cate)].sort(([a], [b]) => a - b);
  const lines = byCate.map(
    ([cate, members]) => `category = ${cate} ${categoryName(cate).padEnd(20)}  Acc = ${accuracy(members)}\n`,
  );
  return `=== ${title} ===\n${lines.join('')}\nOverall Acc = ${accuracy(verdicts)}\n\n`;
}

function accuracy(verdicts: readonly ScriptVerdict[]): string {
  return percent(verdicts.filter(({ right }) => right).length / verdicts.length, 2);
}

function verdictOf(unit: UnitResult): ScriptVerdict {
  return { cate: cateOf(unit), right: isRight(unit) };
}

function cateOf(unit: UnitResult): number {
  return categoryNumber(demand(unit.groups, 'category'));
}

function ofView(units: readonly UnitResult[], view: DsiView): UnitResult[] {
  return units.filter(({ groups }) => groups.view === view);
}
