import { join } from 'node:path';
import type { Answered } from '../../../contracts/index.ts';
import { pythonFixed as fixed, mmsiEasi } from '../../../extract/index.ts';
import { writeCsv, writeXlsx } from '../../../tables/index.ts';
import { categories, easiName, type MmsiSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { asRead, asTable, byIndex, fileName, firstEpoch, type JudgedChoice, judge } from './units.ts';

/** Writes what EASI's evaluation leaves behind. Its accuracies are separated by tabs, although the file is called .csv. */
export async function writeEasi(
  units: AsyncIterable<Answered<MmsiSample>>,
  dir: string,
  model: string,
): Promise<string[]> {
  const read = asRead(byIndex(await firstEpoch(units)), { formulas: true });
  const judged = await Promise.all(read.map((unit) => judge(unit, mmsiEasi, scorers.easi)));
  const base = join(dir, `${fileName(model)}_MMSIBench_wo_circular_extract_matching`);
  const rows = judged.map(({ unit: { sample, text }, letter, result }) => ({
    index: Number(sample.id),
    category: easiName(sample.label),
    prediction: text,
    // Python's False, where nothing was found.
    pred_extracted: letter ?? false,
    answer: sample.answer,
    hit: result.score ?? 0,
    question: sample.stem,
    ...(sample.hint !== undefined && { hint: sample.hint }),
    ...sample.choices,
  }));
  const { columns, cells } = asTable(rows);
  writeXlsx(`${base}.xlsx`, columns, cells, { sheet: 'ALL' });
  const table = accuracies(judged);
  writeCsv(`${base}_acc.csv`, Object.keys(table), [Object.values(table)], {
    delimiter: '\t',
    float: (value) => fixed(value, 4),
  });
  return [`${base}.xlsx`, `${base}_acc.csv`];
}

/** In percent: overall, then every category that is there. */
export function accuracies(judged: readonly JudgedChoice[]): Record<string, number> {
  const percent = (members: readonly JudgedChoice[]) =>
    (members.filter(({ result }) => result.score === 1).length / members.length) * 100;
  const present = categories.map(({ easi }) => ({
    easi,
    members: judged.filter(({ unit }) => easiName(unit.sample.label) === easi),
  }));
  const byCategory = present.flatMap(({ easi, members }) =>
    members.length > 0 ? [[`${easi}_accuracy`, percent(members)] as const] : [],
  );
  return { overall: judged.length > 0 ? percent(judged) : 0, ...Object.fromEntries(byCategory) };
}
