import { join } from 'node:path';
import type { Answered } from '../../../contracts/index.ts';
import { mmsiFork } from '../../../extract/index.ts';
import { type SheetCell, writeCsv, writeXlsx } from '../../../tables/index.ts';
import { at } from '../../../util/index.ts';
import { circularTable } from '../official.ts';
import type { MmsiSample } from '../sample.ts';
import { rotationGroups, scorers } from '../score.ts';
import {
  asRead,
  asTable,
  byIndex,
  fileName,
  firstEpoch,
  isCircular,
  type JudgedChoice,
  judge,
  questionCells,
} from './units.ts';

/** Writes what the authors' `evaluate` leaves beside the predictions. */
export async function writeScores(
  units: AsyncIterable<Answered<MmsiSample>>,
  dir: string,
  model: string,
): Promise<string[]> {
  const all = asRead(await firstEpoch(units), { formulas: true });
  return isCircular(all) ? writeCircular(all, dir, model) : writePlain(all, dir, model);
}

async function writePlain(units: readonly Answered<MmsiSample>[], dir: string, model: string): Promise<string[]> {
  const judged = await Promise.all(units.map((unit) => judge(unit, mmsiFork, scorers.letter)));
  const rows = judged.map(({ unit, letter, result }, number) => ({
    // The authors write pandas' row numbers too, in a column without a name.
    '': number,
    ...questionCells(unit, false),
    prediction: unit.text,
    extracted_pred: letter,
    score: result.score,
  }));
  const path = join(dir, `${fileName(model)}_MMSI_Bench_score.xlsx`);
  const { columns, cells } = asTable(rows);
  writeXlsx(path, columns, cells);
  return [path];
}

async function writeCircular(units: readonly Answered<MmsiSample>[], dir: string, model: string): Promise<string[]> {
  const judged = await Promise.all(byIndex(units).map((unit) => judge(unit, mmsiFork, scorers.exact)));
  const byQuestion = Map.groupBy(judged, ({ unit }) => Number(unit.sample.original));
  const groups = [...byQuestion].sort(([a], [b]) => a - b).map(([, rows]) => rows);
  const base = join(dir, `${fileName(model)}_MMSI_Bench_Circular`);
  const results = {
    [`${base}_circular_result.xlsx`]: groups.map(circularRow),
    [`${base}_vanilla_result.xlsx`]: groups.map(vanillaRow),
  };
  for (const [path, rows] of Object.entries(results)) {
    const { columns, cells } = asTable(rows);
    writeXlsx(path, columns, cells);
  }
  const table = circularTable(rotationGroups(judged.map(({ result }) => result)));
  writeCsv(
    `${base}_combined_acc.csv`,
    ['', 'Circular', 'Vanilla'],
    table.map(({ name, circular, vanilla }) => [name, circular, vanilla]),
  );
  return [...Object.keys(results), `${base}_combined_acc.csv`];
}

/** All rotations of a question. The words are the authors'. */
function circularRow(rows: readonly JudgedChoice[]): Record<string, SheetCell> {
  const lines = rows.map(({ unit: { sample }, letter }) => {
    const right = letter === sample.answer ? 'True' : 'False';
    return `Index ${sample.id}: 预测=${letter ?? 'None'}, 答案=${sample.answer}, 正确=${right}`;
  });
  return {
    ...about(rows),
    hit: rows.every(({ unit, letter }) => letter === unit.sample.answer) ? 1 : 0,
    log: lines.join('\n'),
  };
}

/** The rotation with the smallest index alone. */
function vanillaRow(rows: readonly JudgedChoice[]): Record<string, SheetCell> {
  const [first] = rows;
  if (!first) return {};
  const { sample, text } = first.unit;
  return {
    ...about(rows),
    answer: sample.answer,
    prediction: text,
    extracted_pred: first.letter,
    hit: first.letter === sample.answer ? 1 : 0,
    log: `Index ${sample.id}: 预测=${first.letter ?? 'None'}, 答案=${sample.answer}`,
  };
}

function about(rows: readonly JudgedChoice[]): Record<string, SheetCell> {
  const { original, label } = at(rows, 0).unit.sample;
  return { index: Number(original), category: label };
}
