import { join } from 'node:path';
import type { Answered, WriteAbout } from '../../../contracts/index.ts';
import { pythonFixed as fixed, isPoint2dParsable } from '../../../extract/index.ts';
import { numpyMean as mean } from '../../../stats/index.ts';
import { type SheetCell, writeCsv, writeXlsx } from '../../../tables/index.ts';
import { bench, taskName } from '../edition.ts';
import type { RefspatialSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { folderName } from './files.ts';
import { type JudgedPoints, judgeAnew } from './judged.ts';

export { read } from './vlmevalkit-xlsx.ts';

const rules = { extractor: 'refspatial/easi-point2d', scorer: scorers.easi, formulas: true };

/**
 * What EASI's evaluation leaves behind. Its accuracies are separated by tabs, although the file is called .csv. The columns
 * before `prediction` are those that its code names; `index` is our own count, and paths are relative to the data.
 */
export async function write(
  units: AsyncIterable<Answered<RefspatialSample>>,
  dir: string,
  { model, assets }: WriteAbout,
): Promise<string[]> {
  const judged: JudgedPoints[] = [];
  for await (const unit of units) judged.push(await judgeAnew(unit, rules, assets));
  const folder = folderName(model, judged[0]?.unit.result.epoch ?? 0);
  const splits = new Set(judged.map(({ unit }) => unit.sample.split));
  const base = join(dir, folder, `${folder}_RefSpatial${splits.has('unseen') ? '' : '_wo_unseen'}_Point2D`);
  const rows = judged.map(toRow);
  writeXlsx(`${base}.xlsx`, Object.keys(rows[0] ?? {}), rows.map(Object.values<SheetCell>));
  const accuracies = { overall: judged, ...bySplit(judged) };
  const means = Object.values(accuracies).map((members) => mean(members.map(({ score }) => score)));
  writeCsv(`${base}_acc.csv`, Object.keys(accuracies), [means], { delimiter: '\t', float: (value) => fixed(value, 6) });
  return [`${base}.xlsx`, `${base}_acc.csv`];
}

function toRow({ unit: { sample }, said, score, facts }: JudgedPoints, index: number): Record<string, SheetCell> {
  const inSplit = (path: string) => `${taskName(sample.split)}/${path}`;
  return {
    index,
    category: sample.split,
    image_path: inSplit(sample.rgb_path),
    mask_path: inSplit(sample.mask_path),
    question: sample.prompt,
    suffix: sample.suffix,
    prediction: said,
    score,
    num_points: facts.points ?? 0,
    is_parsable: isPoint2dParsable(said, sample.size),
  };
}

/** In EASI's order, those that are there. */
function bySplit(judged: readonly JudgedPoints[]): Record<string, JudgedPoints[]> {
  const groups = Map.groupBy(judged, ({ unit }) => unit.sample.split);
  return Object.fromEntries(
    Object.keys(bench.splits).flatMap((split) => {
      const members = groups.get(split);
      return members ? [[split, members]] : [];
    }),
  );
}
