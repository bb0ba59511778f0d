import { type Dataset, messageOf, type Prediction } from '../../../contracts/index.ts';
import {
  PythonDict as Dict,
  isVlmevalkitFailure,
  pythonJson as loadJson,
  type PythonValue,
  pythonStr as str,
} from '../../../extract/index.ts';
import { readRegularText } from '../../../files/index.ts';
import {
  badData,
  inferCsvColumn,
  inferExcelColumn,
  readCsvTable,
  readXlsx,
  requireColumns,
  requireFile,
} from '../../../tables/index.ts';
import { at } from '../../../util/index.ts';
import type { MmsiSample } from '../sample.ts';

/** A table as pandas reads it. */
interface PredictionTable {
  columns: readonly string[];
  /** Where each row begins, as the reader of an error will count. */
  rows: readonly number[];
  /** What Python's `str()` makes of the cells of a column: an empty one is `nan`. */
  column(name: string): string[];
}

/** Predictions as VLMEvalKit and EASI keep them. The text is what their scorers see; a failed request is no answer. */
export async function* readPredictions(path: string, dataset: Dataset<MmsiSample>): AsyncGenerator<Prediction> {
  const table = await readTable(path);
  requireColumns(path, table.columns, ['index', 'prediction']);
  const texts = table.column('prediction');
  const answers = table.columns.includes('answer') ? table.column('answer') : [];
  const positions = new Map(dataset.ids.map((id, position) => [id, position]));
  for (const [number, index] of table.column('index').entries()) {
    const place = { file: path, row: table.rows[number] };
    // One missing cell turns a column of whole numbers into floats.
    const id = /^(\d+)(?:\.0)?$/.exec(index)?.[1];
    if (id === undefined) throw badData(`"${index}" is not a whole number`, { ...place, column: 'index' });
    const answer = answers[number];
    const position = positions.get(id);
    const sample = position === undefined ? undefined : await dataset.sample(position);
    if (sample && answer !== undefined && answer !== sample.answer) {
      const message = `the answer to ${id} is "${answer}" here and "${sample.answer}" in the data`;
      throw badData(message, { ...place, column: 'answer' }, { fix: 'these predictions belong to other data' });
    }
    const text = at(texts, number);
    const said = isVlmevalkitFailure(text) ? { text: null, recorded: text } : { text };
    yield { id, epoch: 0, ...said, where: `${path}:${place.row}` };
  }
}

async function readTable(path: string): Promise<PredictionTable> {
  requireFile(path);
  if (/\.xlsx$/i.test(path)) {
    const { columns, rows } = readXlsx(path);
    const column = (name: string) => inferExcelColumn(rows.map((row) => row[name] ?? null)).str;
    return { columns, rows: rows.map((_, number) => number + 2), column };
  }
  if (/\.[tc]sv$/i.test(path)) {
    const { columns, rows } = await readCsvTable(path, { delimiter: /\.tsv$/i.test(path) ? '\t' : ',' });
    const column = (name: string) => inferCsvColumn(rows.map(({ values }) => values[name] ?? '')).str;
    return { columns, rows: rows.map(({ line }) => line), column };
  }
  if (/\.json$/i.test(path)) return readJsonTable(path);
  throw badData('expected a file named .xlsx, .tsv, .csv or .json', { file: path });
}

/** A list of records, as Python writes it: NaN is allowed. */
function readJsonTable(path: string): PredictionTable {
  const records = parse(path);
  if (!Array.isArray(records)) throw badData('expected a list of records', { file: path });
  const dicts = records.map((record, row) => {
    if (record instanceof Dict) return record;
    throw badData('expected a record', { file: path, row });
  });
  const columns = [...new Set(dicts.flatMap((dict) => [...dict.entries.values()].map(([key]) => str(key))))];
  return {
    columns,
    rows: dicts.map((_, row) => row),
    column: (name) =>
      dicts.map((dict) => {
        const value = dict.get(name);
        // pandas fills gaps with NaN; a null that is there stays Python's None.
        return value === undefined ? 'nan' : str(value);
      }),
  };
}

function parse(path: string): PythonValue {
  try {
    return loadJson(readRegularText(path));
  } catch (cause) {
    throw badData(`this is not JSON: ${messageOf(cause)}`, { file: path }, { cause });
  }
}
