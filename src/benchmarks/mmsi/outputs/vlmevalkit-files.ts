import { join } from 'node:path';
import type { Answered } from '../../../contracts/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { type SheetCell, writeCsv, writeXlsx } from '../../../tables/index.ts';
import { easiName, type MmsiSample } from '../sample.ts';
import { asTable, fileName, firstEpoch, isCircular, questionCells, replyCell } from './units.ts';

interface Opts {
  units: AsyncIterable<Answered<MmsiSample>>;
  dir: string;
  model: string;
  extension: 'xlsx' | 'tsv' | 'json';
}

/** Writes `<model>_MMSIBench_wo_circular.<extension>`, for rotations `_circular`, with VLMEvalKit's own columns. */
export async function writePredictions(opts: Opts): Promise<string[]> {
  return writeTable(opts, {
    name: (circular) => (circular ? 'MMSIBench_circular' : 'MMSIBench_wo_circular'),
    cells: vlmevalkitCells,
    // VLMEvalKit's own, which evaluates rotations, no longer reads `=A` as a formula; EASI's copy of it does.
    formulas: (circular) => !circular,
  });
}

/** Writes `<model>_MMSI_Bench.<extension>` (`_Circular` for rotations), which the authors' code evaluates. */
export async function writeForkPredictions(opts: Opts): Promise<string[]> {
  return writeTable(opts, {
    name: (circular) => `MMSI_Bench${circular ? '_Circular' : ''}`,
    cells: questionCells,
    formulas: () => true,
  });
}

/** A question as VLMEvalKit's tables have it: without its options, which have columns, and with its hint. */
function vlmevalkitCells(unit: Answered<MmsiSample>, circular: boolean): Record<string, SheetCell> {
  const { index = null, question: whole = null, ...rest } = questionCells(unit, circular);
  const { stem, hint, choices, label } = unit.sample;
  const question = Object.keys(choices).length > 0 ? stem : whole;
  return { index, question, ...(hint !== undefined && { hint }), ...rest, category: easiName(label) };
}

async function writeTable(
  opts: Opts,
  table: {
    name(circular: boolean): string;
    cells(unit: Answered<MmsiSample>, circular: boolean): Record<string, SheetCell>;
    formulas(circular: boolean): boolean;
  },
): Promise<string[]> {
  const units = await firstEpoch(opts.units);
  const circular = isCircular(units);
  const thinking = units.some(({ reasoning }) => reasoning !== undefined);
  const rows = units.map((unit) => ({
    ...table.cells(unit, circular),
    prediction: opts.extension === 'xlsx' ? replyCell(unit, { formulas: table.formulas(circular) }) : unit.text,
    ...(thinking && { thinking: unit.reasoning ?? '' }),
  }));
  const name = `${fileName(opts.model)}_${table.name(circular)}.${opts.extension}`;
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
