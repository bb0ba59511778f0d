import { isError, type Protocol, type UnitResult } from '../../contracts/index.ts';
import { pythonFixed as fixed } from '../../extract/index.ts';
import { numpyMean as mean } from '../../stats/index.ts';
import { plural } from '../../util/index.ts';
import { parseId } from './sample.ts';

/** What Python says of the answer `None`, which the authors' script records when their model server fails. */
const noAnswer = "expected string or bytes-like object, got 'NoneType'";

/** What the authors' calls of an API give back after the last try: to their scorer a text like any other, without a point. */
export const failedCall = 'Failed: Query Error';

/** What the script makes of the units of one task. */
interface ScriptTask {
  split: string;
  /** Questions that its parser fails on, in its words. */
  failures: string[];
  scores: number[];
  total: number;
  /** It ends with an exception before it prints its last line. */
  aborted: boolean;
}

/**
 * What `summarize_acc.py` writes to standard output, once for every split (and epoch): it is started once per task.
 * Where it would end with an exception, its last line is missing here as there.
 */
export function printOfficial(results: readonly UnitResult[], splits: readonly string[]): string {
  const lines = officialTasks(results, splits).flatMap((task) => [
    ...task.failures,
    ...(task.aborted ? [] : [`Accuracy: ${accuracy(task)}, Evaluated: ${task.scores.length}, Total: ${task.total}`]),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** The script's figure, where errors make ours a bracket: it takes some failed requests for wrong answers and leaves out others. */
export function caution(
  results: readonly UnitResult[],
  { aggregate }: Protocol,
  splits: readonly string[],
): string | undefined {
  const failed = results.filter(({ outcome }) => isError(outcome));
  if (failed.length === 0 || aggregate !== 'official') return undefined;
  const zeros = failed.filter(({ recorded }) => recorded === failedCall).length;
  const parts = [
    ...(zeros > 0 ? [`counts ${zeros} as 0`] : []),
    ...(failed.length > zeros ? [`leaves ${failed.length - zeros} out`] : []),
  ];
  const figures = officialTasks(results, splits).map((task) =>
    task.aborted
      ? `nothing for ${task.split}`
      : `${accuracy(task)} for ${task.split} (${task.scores.length} of ${task.total} evaluated)`,
  );
  const requests = plural(failed.length, 'failed request');
  return `of ${requests}, the authors’ script ${parts.join(' and ')}: it prints ${figures.join(', ')}`;
}

/** Every task of every epoch, in the order of the authors' page. */
export function officialTasks(results: readonly UnitResult[], splits: readonly string[]): ScriptTask[] {
  const epochs = [...new Set(results.map(({ epoch }) => epoch))].sort((a, b) => a - b);
  return epochs.flatMap((epoch) =>
    splits.flatMap((split) => {
      const units = results
        .filter((unit) => unit.epoch === epoch && parseId(unit.id).split === split)
        // The mean depends on the order in its last bits; the authors' files are in the order of the questions.
        .sort((a, b) => parseId(a.id).number - parseId(b.id).number);
      return units.length > 0 ? [officialTask(split, units)] : [];
    }),
  );
}

function officialTask(split: string, units: readonly UnitResult[]): ScriptTask {
  const task: ScriptTask = { split, failures: [], scores: [], total: units.length, aborted: false };
  for (const unit of units) {
    const { extraction, recorded } = unit;
    const failed = extraction !== null && 'error' in extraction ? extraction : null;
    if (failed?.effect === 'abort') return { ...task, aborted: true };
    if (failed || (isError(unit.outcome) && recorded !== failedCall)) {
      const reason = failed ? withoutType(failed.error) : noAnswer;
      task.failures.push(`Failed to parse question ${parseId(unit.id).number}: ${reason}`);
    } else task.scores.push(unit.score ?? 0);
  }
  return task;
}

/** As the script prints it: four decimals, or nan. */
export function accuracy({ scores }: Pick<ScriptTask, 'scores'>): string {
  return fixed(mean(scores), 4);
}

/** Extractors say `ValueError: …`; printing an exception gives its message only. */
function withoutType(error: string): string {
  return error.replace(/^\w+: /, '');
}
