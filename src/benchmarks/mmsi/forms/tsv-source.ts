import type { MediaRef } from '../../../contracts/index.ts';
import {
  badData,
  inferCsvColumn,
  isNa,
  type LineSpan,
  readAgain,
  readTsv,
  requireColumns,
  type Where,
} from '../../../tables/index.ts';
import { at, demand } from '../../../util/index.ts';
import { describePictures, readImageCell } from '../../picture-cells.ts';
import { checkRow, checkUnique, type FoundQuestion, type PublishedRow } from './question.ts';
import type { MmsiSource } from './source.ts';

const needed = ['index', 'image', 'question', 'answer', 'category'];
const names = { index: 'index', category: 'category' };

/** A row with its pictures described, or with the index of the row that has them. */
interface TsvLine {
  cells: Readonly<Record<string, string>>;
  place: Where;
  spot: LineSpan;
  image: { reference: string } | { media: MediaRef[] };
}

/** A TSV of the authors' fork (options in the question), VLMEvalKit or EASI (options in columns). */
export async function openTsvSource(path: string): Promise<MmsiSource> {
  const lines: TsvLine[] = [];
  let columns: string[] | undefined;
  for await (const { values, line, spot } of readTsv(path)) {
    columns ??= Object.keys(values);
    requireColumns(path, columns, needed);
    const place = { file: path, row: line };
    const { image = '', ...cells } = values;
    lines.push({ cells, place, spot, image: described(image, { ...place, column: 'image' }) });
  }
  const letters = (columns ?? []).filter((name) => /^[A-Z]$/.test(name)).sort();
  const options = optionTexts(lines, letters);
  const rows = lines.map((line, number) => checkRow(readRow(line, options[number]), names));
  const owners = findOwners(lines);
  const questions = rows.map((row, number): FoundQuestion => ({ ...row, media: owners[number]?.media ?? [] }));
  checkUnique(questions, 'index');
  const imageAt = (columns ?? []).indexOf('image');
  return {
    form: letters.length > 0 ? 'TSV, options in columns' : 'TSV, options in the question',
    questions,
    async pictures(number) {
      const line = owners[number]?.line;
      if (!line) return [];
      const fields = await readAgain(path, line.spot);
      const cell = readImageCell(fields[imageAt] ?? '', { ...line.place, column: 'image' });
      return 'pictures' in cell ? cell.pictures : [];
    },
    warnings: emptyOptions(lines, letters),
  };
}

function described(cell: string, place: Where): TsvLine['image'] {
  const image = readImageCell(cell, place);
  return 'reference' in image ? image : { media: describePictures(image.pictures, place) };
}

function readRow({ cells, place }: TsvLine, options: Record<string, string> | undefined): PublishedRow {
  const { index = '', question = '', answer = '', category = '', hint, thought, difficulty, g_index } = cells;
  const duration = Number(cells.mean_normed_duration_seconds || Number.NaN);
  const there = (cell: string | undefined) => cell !== undefined && !isNa(cell);
  return {
    place,
    index,
    question,
    ...(options && { options }),
    answer,
    label: category,
    ...(g_index !== undefined && { group: g_index }),
    ...(hint !== undefined && there(hint) && { hint }),
    ...(thought !== undefined && there(thought) && { thought }),
    ...(difficulty !== undefined && there(difficulty) && { difficulty }),
    ...(Number.isFinite(duration) && { duration }),
  };
}

/** Options as VLMEvalKit puts them into prompts: what pandas reads as missing is no option, and numbers print as Python's. */
function optionTexts(lines: readonly TsvLine[], letters: readonly string[]): Record<string, string>[] {
  const columns = letters.map((letter) => ({
    letter,
    ...inferCsvColumn(lines.map(({ cells }) => demand(cells, letter))),
  }));
  if (letters.length === 0) return [];
  return lines.map((_, number) =>
    Object.fromEntries(
      columns.flatMap(({ letter, values, str }) => (values[number] === null ? [] : [[letter, at(str, number)]])),
    ),
  );
}

/** Texts that pandas takes for missing look like options to people. */
function emptyOptions(lines: readonly TsvLine[], letters: readonly string[]): string[] {
  return lines.flatMap(({ cells, place }) =>
    letters.flatMap((letter) => {
      const text = demand(cells, letter);
      if (text === '' || !isNa(text)) return [];
      return [`${place.file}:${place.row} column ${letter}: pandas reads "${text}" as missing, so it is not an option`];
    }),
  );
}

/** For each line, the line whose cell has its pictures. */
function findOwners(lines: readonly TsvLine[]): { line: TsvLine; media: MediaRef[] }[] {
  const byIndex = new Map(lines.map((line) => [line.cells.index, line]));
  return lines.map((line) => {
    const passed = new Set<TsvLine>();
    for (let owner = line; ; ) {
      if ('media' in owner.image) return { line: owner, media: owner.image.media };
      const { reference } = owner.image;
      passed.add(owner);
      const next = byIndex.get(reference);
      if (next === undefined || passed.has(next)) {
        const problem = next === undefined ? 'which no row has' : 'and those refer to each other in a circle';
        const message = `the cell is short, so it should be the index of the row with the pictures: "${reference}", ${problem}`;
        throw badData(message, { ...line.place, column: 'image' });
      }
      owner = next;
    }
  });
}
