import { join } from 'node:path';
import type { Answered } from '../../../contracts/index.ts';
import { writeCsv, writeXlsx } from '../../../data/index.ts';
import { mmsiFork } from '../../../extract/index.ts';
import { rotationGroups } from '../circular.ts';
import { circularTable } from '../official.ts';
import type { MmsiSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { asTable, fileName, firstEpoch, isCircular, judge, questionCells } from './units.ts';

/** Writes what the authors' `evaluate` leaves beside the predictions. */
export async function writeScores(
  units: AsyncIterable<Answered<MmsiSample>>,
  dir: string,
  model: string,
): Promise<string[]> {
  const all = await firstEpoch(units);
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
  const judged = await Promise.all(units.map((unit) => judge(unit, mmsiFork, scorers.exact)));
  const table = circularTable(rotationGroups(judged.map(({ result }) => result)));
  const path = join(dir, `${fileName(model)}_MMSI_Bench_Circular_combined_acc.csv`);
  writeCsv(
    path,
    ['', 'Circular', 'Vanilla'],
    table.map(({ name, circular, vanilla }) => [name, circular, vanilla]),
  );
  return [path];
}
