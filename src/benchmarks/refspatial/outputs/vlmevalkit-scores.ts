import { join } from 'node:path';
import { type Answered, SextantError, type WriteAbout } from '../../../contracts/index.ts';
import { pythonReprFloat as reprFloat, pythonStrip as strip, vlmevalkitFractions } from '../../../extract/index.ts';
import { type CsvCell, type SheetCell, writeCsv, writeXlsx } from '../../../tables/index.ts';
import { at } from '../../../util/index.ts';
import { taskName } from '../edition.ts';
import type { RefspatialSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { folderName } from './files.ts';
import { type JudgedPoints, judgeAnew } from './judged.ts';

export { read } from './vlmevalkit-xlsx.ts';

const rules = { extractor: 'refspatial/vlmevalkit', scorer: scorers.vlmevalkit, formulas: false };

/** What RefSpatialDataset's evaluation leaves beside the predictions of each split: `_detail.xlsx` and `_acc.csv`. */
export async function write(
  units: AsyncIterable<Answered<RefspatialSample>>,
  dir: string,
  { model, assets }: WriteAbout,
): Promise<string[]> {
  const judged: JudgedPoints[] = [];
  for await (const unit of units) judged.push(wholeOrRefused(await judgeAnew(unit, rules, assets)));
  return [...Map.groupBy(judged, ({ unit }) => unit.sample.split)].flatMap(([split, members]) => {
    const folder = folderName(model, at(members, 0).unit.result.epoch);
    const base = join(dir, folder, `${folder}_RefSpatial_${taskName(split)}`);
    const rows = members.map(toRow);
    writeXlsx(`${base}_detail.xlsx`, Object.keys(rows[0] ?? {}), rows.map(Object.values<SheetCell>));
    writeCsv(`${base}_acc.csv`, ['Split', 'Success Rate (%)', 'Samples'], rates(split, members), { quoting: 'all' });
    return [`${base}_detail.xlsx`, `${base}_acc.csv`];
  });
}

/** Where VLMEvalKit's evaluation ends with an exception, it writes nothing; so there is nothing to write here. */
function wholeOrRefused(judged: JudgedPoints): JudgedPoints {
  const { unit, extraction, facts } = judged;
  if (facts.abort === undefined) return judged;
  const why = 'error' in extraction ? extraction.error : 'a ValueError, because the mask has several channels';
  throw new SextantError('bad_run', `VLMEvalKit ends at ${unit.sample.id} with ${why}: it would write no scores`, {
    fix: 'export another format, such as vlmevalkit-xlsx',
  });
}

function toRow({ unit: { sample }, said, score }: JudgedPoints): Record<string, SheetCell> {
  const points = vlmevalkitFractions(said);
  const tuples = points.map(([x, y]) => `(${reprFloat(x)}, ${reprFloat(y)})`);
  return {
    index: `${taskName(sample.split)}_${sample.number}`,
    split: taskName(sample.split),
    step: sample.step,
    prediction: said,
    pred_points: points.length > 0 ? `[${tuples.join(', ')}]` : null,
    success: score,
    failure_reason: failureReason(said, points.length, score),
  };
}

function failureReason(said: string, points: number, score: number): string | null {
  if (strip(said) === '') return 'empty_prediction';
  if (points === 0) return 'parse_failed';
  return score === 1 ? null : 'point_outside_mask';
}

function rates(split: string, members: readonly JudgedPoints[]): CsvCell[][] {
  const rate = (name: string, of: readonly JudgedPoints[]): CsvCell[] => {
    const hits = of.filter(({ score }) => score === 1).length;
    return [name, (hits / of.length) * 100, BigInt(of.length)];
  };
  const bySteps = [...Map.groupBy(members, ({ unit }) => unit.sample.step)].sort(([a], [b]) => a - b);
  return [
    rate('Overall', members),
    rate(taskName(split), members),
    ...bySteps.map(([step, of]) => rate(`Step ${step}`, of)),
  ];
}
