import { extname, join } from 'node:path';
import { z } from 'zod';
import { type Answered, type Dataset, type Prediction, SextantError } from '../../../contracts/index.ts';
import { isVlmevalkitFailure, spreadsheetCell } from '../../../extract/index.ts';
import { readCsv, readJsonArray, readXlsx, writeXlsx } from '../../../tables/index.ts';
import { taskName } from '../edition.ts';
import { type RefspatialSample, sampleId } from '../sample.ts';
import { folderName, splitsOf } from './files.ts';
import { inSheet } from './judged.ts';

type Cells = Record<string, unknown>;

/** A file of predictions: `index` is `Location_17` (RefSpatialDataset), or `mask_path` and `category` tell (EASI). */
export async function* read(path: string, dataset: Dataset<RefspatialSample>): AsyncGenerator<Prediction> {
  const splits = splitsOf(dataset.ids);
  for await (const { cells, where } of rowsOf(path)) {
    if (!('prediction' in cells))
      throw new SextantError('bad_data', `there is no such column; the file has ${Object.keys(cells).join(', ')}`, {
        where: `${path} column prediction`,
      });
    const id = idOf(cells, splits);
    if (id === undefined)
      throw new SextantError('bad_data', 'it cannot be told which question this is', {
        where: `${where} column index`,
        fix: 'index must be like Location_17, or category and mask_path must be there',
      });
    // An empty cell is an empty answer. pandas makes "nan" of it, in which there is no point either.
    const text = String(cells.prediction ?? '');
    yield { id, epoch: 0, ...(isVlmevalkitFailure(text) ? { text: null, recorded: text } : { text }), where };
  }
}

async function* rowsOf(path: string): AsyncGenerator<{ cells: Cells; where: string }> {
  const type = extname(path).toLowerCase();
  if (type === '.xlsx') {
    // The first row below the header is row 2 of the sheet.
    for (const [at, cells] of readXlsx(path).rows.entries()) yield { cells, where: `${path}:${at + 2}` };
  } else if (type === '.tsv' || type === '.csv') {
    const delimiter = type === '.tsv' ? '\t' : ',';
    for await (const { values, line } of readCsv(path, { delimiter }))
      yield { cells: values, where: `${path}:${line}` };
  } else if (type === '.json') {
    const rows = readJsonArray(path, z.record(z.string(), z.unknown()));
    for (const [at, cells] of rows.entries()) yield { cells, where: `${path}[${at}]` };
  } else
    throw new SextantError('bad_argument', `${type || 'a file without extension'} is not a form of predictions`, {
      where: path,
      fix: 'give an .xlsx, .tsv, .csv or .json file',
    });
}

function idOf({ index, category, mask_path }: Cells, splits: readonly string[]): string | undefined {
  const [, split = category, number = numberIn(mask_path)] = /^([A-Za-z]+)_(\d{1,15})$/.exec(String(index)) ?? [];
  const known = splits.find((name) => name === String(split).toLowerCase());
  return known === undefined || number === undefined ? undefined : sampleId(known, Number(number));
}

/** 17 of `Location/mask/17.png`, also where the column is a list of one. */
function numberIn(path: unknown): string | undefined {
  return /(\d{1,15})\.\w+['"\]\s]*$/.exec(String(path ?? ''))?.[1];
}

const columns = ['index', 'object', 'prompt', 'suffix', 'step', 'split', 'dataset', 'question', 'prediction'];

/** `<model>/<model>_RefSpatial_<Split>.xlsx`: the columns of RefSpatialDataset without pictures and masks. */
export async function write(
  units: AsyncIterable<Answered<RefspatialSample>>,
  dir: string,
  { model }: { model: string },
): Promise<string[]> {
  const files = new Map<string, (string | number | null)[][]>();
  for await (const unit of units) {
    const { sample, instruction, result } = unit;
    const folder = folderName(model, result.epoch);
    const task = taskName(sample.split);
    const path = join(dir, folder, `${folder}_RefSpatial_${task}.xlsx`);
    const { number, object, prompt, suffix, step } = sample;
    const rows = files.get(path) ?? [];
    const cell = inSheet(unit, (text) => spreadsheetCell(text, { formulas: false }));
    rows.push([`${task}_${number}`, object, prompt, suffix, step, task, `RefSpatial-${task}`, instruction, cell]);
    files.set(path, rows);
  }
  for (const [path, rows] of files) writeXlsx(path, columns, rows);
  return [...files.keys()];
}
