import { join } from 'node:path';
import { type Answered, SextantError } from '../../../contracts/index.ts';
import { findExtractor, type GroupScore, prefetchGroup } from '../../../extract/index.ts';
import { type CsvCell, type SheetCell, writeCsv, writeXlsx } from '../../../tables/index.ts';
import { easiName, type MmsiSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { asRead, asTable, byIndex, fileName, firstEpoch, isCircular, type JudgedChoice, judge } from './units.ts';

/** What VLMEvalKit says of a reply that it cannot read, when it has no judge to ask. */
const unread = 'Failed in Prefetch, no GPT-based answer matching under `exact_matching` policy.';

/** A row of a result file: what was said, and what came of it. */
interface ScoredRow extends GroupScore {
  judged: JudgedChoice;
}

/**
 * What VLMEvalKit's evaluation of MMSIBench_circular leaves beside the predictions, with the judge `exact_matching` and
 * PRINT_VANILLA=1: hits of questions and of single rows, and the accuracies of both.
 */
export async function writeCircularScores(
  units: AsyncIterable<Answered<MmsiSample>>,
  dir: string,
  model: string,
): Promise<string[]> {
  const all = asRead(byIndex(await firstEpoch(units)), { formulas: false });
  if (!isCircular(all))
    throw new SextantError('bad_argument', 'VLMEvalKit evaluates MMSI-Bench by rotations, and this run has none', {
      fix: 'export a run of mmsi:circular=1, or choose easi, which holds what VLMEvalKit makes of single questions',
    });
  const reader = findExtractor('vlmevalkit/can-infer@v2');
  const judged = await Promise.all(all.map((unit) => judge(unit, reader, scorers.exact)));
  const single = judged.map(judgeAlone);
  const original = single.filter(({ judged }) => isOriginal(judged));
  const circular = judgeGroups(judged);
  const base = join(dir, `${fileName(model)}_MMSIBench_circular`);
  const results = {
    [`${base}_exact_matching_result.xlsx`]: circular,
    [`${base}_exact_matching_vanilla_circ0_result.xlsx`]: original,
    [`${base}_exact_matching_vanilla_all_result.xlsx`]: single,
  };
  for (const [path, rows] of Object.entries(results)) {
    const { columns, cells } = asTable(rows.map(toRow));
    writeXlsx(path, columns, cells);
  }
  const accuracies = {
    [`${base}_acc.csv`]: { none: circular },
    [`${base}_acc_all.csv`]: { vanilla_0_none: original, vanilla_all_none: single, circular_none: circular },
  };
  for (const [path, splits] of Object.entries(accuracies)) {
    const { columns, cells } = report(splits);
    writeCsv(path, columns, cells, { quoting: 'all' });
  }
  return [...Object.keys(results), ...Object.keys(accuracies)];
}

function isOriginal({ unit: { sample } }: JudgedChoice): boolean {
  return sample.id === sample.original;
}

/** One row by itself: what cannot be read is the letter Z, which is never right. */
function judgeAlone(judged: JudgedChoice): ScoredRow {
  const { unit, letter } = judged;
  return {
    judged,
    hit: letter === unit.sample.answer ? 1 : 0,
    log: `Match Log: ${letter === null ? unread : unit.text}. `,
  };
}

/** The rotations of every question that has its original row; the others are not counted at all. */
function judgeGroups(judged: readonly JudgedChoice[]): ScoredRow[] {
  const groups = Map.groupBy(judged, ({ unit }) => unit.sample.original);
  return judged.filter(isOriginal).map((one) => {
    const rows = groups.get(one.unit.sample.original) ?? [];
    const rotations = rows.map(({ unit: { text, sample }, letter }) => ({
      prediction: text,
      inferred: letter,
      answer: sample.answer,
    }));
    return { judged: one, ...(prefetchGroup(rotations) ?? { hit: 0, log: unread }) };
  });
}

function toRow({ judged: { unit }, hit, log }: ScoredRow): Record<string, SheetCell> {
  const { sample, text, reasoning } = unit;
  return {
    index: Number(sample.id),
    question: sample.stem,
    ...(sample.hint !== undefined && { hint: sample.hint }),
    ...sample.choices,
    answer: sample.answer,
    category: easiName(sample.label),
    g_index: Number(sample.original),
    prediction: text,
    ...(reasoning !== undefined && { thinking: reasoning }),
    hit,
    log,
  };
}

/** `report_acc`: of every split all rows, then each category, sorted. */
function report(splits: Record<string, readonly ScoredRow[]>): { columns: string[]; cells: CsvCell[][] } {
  const categoryOf = ({ judged }: ScoredRow) => easiName(judged.unit.sample.label);
  const names = [...new Set(Object.values(splits).flatMap((rows) => rows.map(categoryOf)))].sort();
  const mean = (rows: readonly ScoredRow[]) => rows.reduce((sum, { hit }) => sum + hit, 0) / rows.length;
  return {
    columns: ['split', 'Overall', ...names],
    cells: Object.entries(splits).map(([split, rows]) => [
      split,
      mean(rows),
      ...names.map((name) => mean(rows.filter((row) => categoryOf(row) === name))),
    ]),
  };
}
