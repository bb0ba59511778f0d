import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SextantError } from '../../contracts/index.ts';
import { badData, checked, parseStringList, readCsv, type Where } from '../../tables/index.ts';
import { demand } from '../../util/index.ts';
import { bench, taskName } from './edition.ts';
import { inside, readMedia, readQuestions } from './form-raw.ts';
import { TsvPictures } from './form-tsv.ts';
import { type Entry, type Media, RefspatialRow } from './row.ts';

/** The columns that EASI's own code asks for. */
const columns = ['index', 'category', 'question', 'mask_path'];

/**
 * The questions of EASI's table: all splits in one file, told apart by `category`, pictures and masks as paths into a copy of
 * the authors' repository, which lies in the same folder or in `RefSpatial-Bench` there. What the table does not say of a
 * question (its number, object, steps) is taken from the `question.json` of that copy, by the path of the mask.
 */
export async function* easiEntries(files: readonly string[], root: string, split: string): AsyncGenerator<Entry> {
  // RefSpatial.tsv comes first and holds all that RefSpatial_wo_unseen.tsv does.
  const [file = ''] = files;
  const copies = [dirname(file), join(dirname(file), bench.folder)];
  const known = questionsByMask(copies, split);
  const pictures = new TsvPictures(file);
  for await (const { values, row: number, line } of readCsv(file, { delimiter: '\t', columns })) {
    const place = { file, row: line };
    const where = `${file}:${line}`;
    const category = demand(values, 'category').toLowerCase();
    if (!Object.hasOwn(bench.splits, category))
      throw badData(`"${values.category}" is none of ${Object.keys(bench.splits).join(', ')}`, {
        ...place,
        column: 'category',
      });
    if (category !== split) continue;
    const media = (column: string): Media & { path: string } => {
      const path = onePath(demand(values, column), { ...place, column });
      const at = `${where} column ${column}`;
      const candidates = copies.map((copy) => inside(root, copy, path, at));
      const found = candidates.find((candidate) => existsSync(candidate)) ?? candidates[0] ?? path;
      return { path, where: at, read: async () => ({ bytes: await readMedia(found, at), path: inSplit(path, split) }) };
    };
    const mask = media('mask_path');
    const question = known.get(inSplit(mask.path, split));
    const row = { id: numberOf(mask.path), ...question, ...told(values), prompt: values.question };
    for (const column of ['object', 'suffix', 'step'] as const)
      if (row[column] === undefined) throw untold(taskName(split), { ...place, column });
    yield {
      row: checked(row, RefspatialRow, where),
      category,
      where,
      image: values.image_path ? media('image_path') : pictures.at(number, 'image', where),
      mask,
    };
  }
}

/** What a row of the table says beyond what every row does. */
function told({ object, suffix, step }: Record<string, string>) {
  return { ...(object && { object }), ...(suffix && { suffix }), ...(step && { step: Number(step) }) };
}

function untold(task: string, place: Where): SextantError {
  return badData(`neither this table nor ${task}/question.json tells it`, place, {
    fix: 'put the table beside the folders of BAAI/RefSpatial-Bench, with their question.json',
  });
}

function questionsByMask(copies: readonly string[], split: string) {
  const file = copies.map((copy) => join(copy, taskName(split), 'question.json')).find((path) => existsSync(path));
  return new Map(file === undefined ? [] : readQuestions(file).map((question) => [question.mask_path, question]));
}

/** A path, or a Python list of one. EASI takes slashes at its start away. */
function onePath(cell: string, place: Where): string {
  const text = cell.trim();
  const [path = '', ...more] = text.startsWith('[') ? parseStringList(text, place) : [text];
  if (path === '' || more.length > 0) throw badData(`expected one path, found ${JSON.stringify(cell)}`, place);
  return path.trim().replace(/^[\\/]+/, '');
}

/** `image/0.png` of `Location/image/0.png`, as the raw folders have it. */
function inSplit(path: string, split: string): string {
  const folder = `${split}/`;
  return path.toLowerCase().startsWith(folder) ? path.slice(folder.length) : path;
}

function numberOf(path: string): number | undefined {
  const digits = /(\d{1,15})\.\w+$/.exec(path)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
