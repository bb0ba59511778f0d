import { basename, extname } from 'node:path';
import { z } from 'zod';
import { readRegular } from '../../../files/index.ts';
import { badData, CsvTokenizer, checked, openParquet, requireFile, type Where } from '../../../tables/index.ts';
import { at } from '../../../util/index.ts';

/** A row of a published file, as it stands there. */
export interface MmluRow {
  question: string;
  choices: readonly string[];
  /** Which choice is right, from 0. */
  answer: number;
  subject: string;
}

/** Rows of MMLU in any of its tables: the hub’s parquet, CSV with a header, and the authors’ CSV without one. */
export async function* readMmlu(file: string): AsyncGenerator<MmluRow> {
  const read = { '.csv': readCsvRows, '.parquet': readParquetRows }[extname(file).toLowerCase()];
  if (!read) throw badData('expected .parquet, .csv or .json', { file });
  yield* read(file);
}

const ParquetRow = z.object({
  question: z.string(),
  choices: z.array(z.string()),
  answer: z.union([z.string(), z.number()]),
  subject: z.string().nullable().default(null),
});

async function* readParquetRows(file: string): AsyncGenerator<MmluRow> {
  const parquet = await openParquet(file);
  try {
    const columns = ['question', 'choices', 'answer', ...parquet.columns.filter((name) => name === 'subject')];
    let row = 0;
    for await (const values of parquet.rows(columns)) {
      const place = { file, row: row++ };
      const { answer, subject, ...rest } = checked(values, ParquetRow, `${file}:${place.row}`);
      yield { ...rest, answer: readAnswer(String(answer), place), subject: subject ?? '' };
    }
  } finally {
    parquet.close();
  }
}

/** `choice0` … `choice3`, `A` … `D`, `option_1` … */
const CHOICE = /^(choice|option)?[ _]?[a-d\d]$/i;

async function* readCsvRows(file: string): AsyncGenerator<MmluRow> {
  requireFile(file);
  const tokenizer = new CsvTokenizer(file, ',');
  const bytes = readRegular(file);
  const start = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
  const records = [...tokenizer.feed(bytes.subarray(start)), ...tokenizer.end()];
  const names = records[0]?.fields.map((name) => name.trim().toLowerCase()) ?? [];
  const headed = names.includes('question') && names.includes('answer');
  // Without a header: question, four choices, letter.
  const columns = headed ? names : ['question', 'a', 'b', 'c', 'd', 'answer'];
  const choicesAt = columns.flatMap((name, n) => (CHOICE.test(name) ? [n] : []));
  if (choicesAt.length !== 4)
    throw badData(`expected four columns of choices, choice0 to choice3 or A to D, among ${columns.join(', ')}`, {
      file,
    });
  for (const { fields, line } of headed ? records.slice(1) : records) {
    const place = { file, row: line };
    if (fields.length !== columns.length)
      throw badData(`${fields.length} fields, expected ${columns.length}: ${columns.join(', ')}`, place);
    const cell = (name: string) => at(fields, columns.indexOf(name));
    yield {
      question: cell('question'),
      choices: choicesAt.map((n) => at(fields, n)),
      answer: readAnswer(cell('answer'), place),
      subject:
        (columns.includes('subject') && cell('subject')) || basename(file).replace(/(_(test|val|dev))?\.csv$/i, ''),
    };
  }
}

function readAnswer(text: string, place: Where): number {
  const at = ['0', '1', '2', '3'].indexOf(text.trim());
  const letter = [...'ABCD'].indexOf(text.trim().toUpperCase());
  if (Math.max(at, letter) >= 0) return Math.max(at, letter);
  throw badData(`the answer is "${text}", expected 0 to 3 or A to D`, { ...place, column: 'answer' });
}
