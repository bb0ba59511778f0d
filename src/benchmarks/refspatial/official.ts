import { isError, type UnitResult } from '../../contracts/index.ts';
import { pythonFixed as fixed, numpyMean as mean } from '../../extract/index.ts';
import { parseId } from './sample.ts';

/** What Python says of the answer `None`, which the authors' script records when their model server fails. */
const noAnswer = "expected string or bytes-like object, got 'NoneType'";

/**
 * What `summarize_acc.py` writes to standard output, once for every split (and epoch): it is started once per task.
 * Where it would end with an exception, its last line is missing here as there.
 */
export function printOfficial(results: readonly UnitResult[], splits: readonly string[]): string {
  const epochs = [...new Set(results.map(({ epoch }) => epoch))].sort((a, b) => a - b);
  const lines = epochs.flatMap((epoch) =>
    splits.flatMap((split) => {
      const units = results
        .filter((unit) => unit.epoch === epoch && parseId(unit.id).split === split)
        // The mean depends on the order in its last bits; the authors' files are in the order of the questions.
        .sort((a, b) => parseId(a.id).number - parseId(b.id).number);
      return units.length > 0 ? summary(units) : [];
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function summary(units: readonly UnitResult[]): string[] {
  const lines: string[] = [];
  const scores: number[] = [];
  for (const unit of units) {
    const { extraction } = unit;
    const failed = extraction !== null && 'error' in extraction ? extraction : null;
    if (failed?.effect === 'abort') return lines;
    if (isError(unit.outcome) || failed) {
      const reason = failed ? withoutType(failed.error) : noAnswer;
      lines.push(`Failed to parse question ${parseId(unit.id).number}: ${reason}`);
    } else scores.push(unit.score ?? 0);
  }
  return [...lines, `Accuracy: ${fixed(mean(scores), 4)}, Evaluated: ${scores.length}, Total: ${units.length}`];
}

/** Extractors say `ValueError: …`; printing an exception gives its message only. */
function withoutType(error: string): string {
  return error.replace(/^\w+: /, '');
}
