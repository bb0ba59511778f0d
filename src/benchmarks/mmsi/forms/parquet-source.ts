import {
  badData,
  openParquet,
  type ParquetRow,
  type ParquetValue,
  requireColumns,
  type Where,
} from '../../../tables/index.ts';
import { describePictures } from '../../picture-cells.ts';
import { checkRow, checkUnique, type FoundQuestion, type PublishedRow } from './question.ts';
import type { MmsiSource } from './source.ts';

const needed = ['id', 'images', 'question_type', 'question', 'answer'];
const names = { index: 'id', category: 'question_type' };

/** The hub's `MMSI_Bench.parquet`. Rows are numbered from 0, as everything that reads parquet does. */
export async function openParquetSource(path: string): Promise<MmsiSource> {
  const parquet = await openParquet(path);
  requireColumns(path, parquet.columns, needed);
  const questions: FoundQuestion[] = [];
  let number = 0;
  for await (const row of parquet.rows()) {
    const place = { file: path, row: number++ };
    const question = checkRow(readRow(row, place), names);
    const pictures = picturesOf(row.images ?? null, { ...place, column: 'images' });
    questions.push({ ...question, media: describePictures(pictures, { ...place, column: 'images' }) });
  }
  checkUnique(questions, 'id');
  return {
    form: 'parquet',
    questions,
    async pictures(number) {
      const { images = null } = await parquet.row(number, ['images']);
      return picturesOf(images, { file: path, row: number, column: 'images' });
    },
    warnings: [],
  };
}

function readRow(row: ParquetRow, place: Where): PublishedRow {
  const { thought, difficulty, mean_normed_duration_seconds: duration } = row;
  return {
    place,
    index: typeof row.id === 'number' ? String(row.id) : text(row, 'id', place),
    question: text(row, 'question', place),
    answer: text(row, 'answer', place),
    label: text(row, 'question_type', place),
    ...(typeof thought === 'string' && { thought }),
    ...(typeof difficulty === 'string' && { difficulty }),
    ...(typeof duration === 'number' && { duration }),
  };
}

function text(row: ParquetRow, column: string, place: Where): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw badData(`this is ${kind(value ?? null)}, expected text`, { ...place, column });
}

/** A list of bytes, or of the hub's picture structs. */
function picturesOf(value: ParquetValue, place: Where): Uint8Array[] {
  if (!Array.isArray(value)) throw badData(`this is ${kind(value)}, expected a list of pictures`, place);
  if (value.length === 0) throw badData('there is no picture', place);
  return value.map((item, n) => {
    const bytes = item !== null && typeof item === 'object' && 'bytes' in item ? item.bytes : item;
    if (bytes instanceof Uint8Array) return bytes;
    throw badData(`picture ${n} is ${kind(bytes ?? null)}, expected bytes`, place);
  });
}

function kind(value: ParquetValue): string {
  return value === null ? 'missing' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
