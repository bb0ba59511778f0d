import { join } from 'node:path';
import type { Answered } from '../../../contracts/index.ts';
import { writeCsv, writeFileAtomic, writeXlsx } from '../../../data/index.ts';
import type { MmsiSample } from '../sample.ts';
import { asTable, fileName, firstEpoch, isCircular, questionCells } from './units.ts';

/** Writes `<model>_MMSI_Bench.<extension>` (`_Circular` for rotations), which the authors' and VLMEvalKit's code evaluate. */
export async function writePredictions(opts: {
  units: AsyncIterable<Answered<MmsiSample>>;
  dir: string;
  model: string;
  extension: 'xlsx' | 'tsv' | 'json';
}): Promise<string[]> {
  const units = await firstEpoch(opts.units);
  const circular = isCircular(units);
  const thinking = units.some(({ reasoning }) => reasoning !== undefined);
  const rows = units.map((unit) => ({
    ...questionCells(unit, circular),
    prediction: unit.text,
    ...(thinking && { thinking: unit.reasoning ?? '' }),
  }));
  const name = `${fileName(opts.model)}_MMSI_Bench${circular ? '_Circular' : ''}.${opts.extension}`;
  const path = join(opts.dir, name);
  const { columns, cells } = asTable(rows);
  if (opts.extension === 'xlsx') writeXlsx(path, columns, cells);
  else if (opts.extension === 'json') writeFileAtomic(path, JSON.stringify(rows, null, 4));
  else {
    // Here numbers are floats, whole ones only as text.
    const texts = cells.map((row) => row.map((cell) => (typeof cell === 'number' ? String(cell) : cell)));
    writeCsv(path, columns, texts, { delimiter: '\t', quoting: 'all' });
  }
  return [path];
}
