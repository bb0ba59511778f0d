import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular } from '../../files/index.ts';
import { readJsonArray } from '../../tables/index.ts';
import { type Entry, type Media, RefspatialRow, text, words } from './row.ts';

const RawRow = RefspatialRow.extend({ rgb_path: words, mask_path: words, category: text.optional() });

/** The questions of a raw folder: `question.json`, with the paths of pictures and masks beside it. */
export async function* rawEntries(files: readonly string[], root: string): AsyncGenerator<Entry> {
  for (const file of files) {
    for (const [index, question] of readQuestions(file).entries()) {
      const where = `${file}[${index}]`;
      const media = (column: 'rgb_path' | 'mask_path'): Media => {
        const place = `${where} column ${column}`;
        const found = inside(root, dirname(file), question[column], place);
        return { where: place, read: async () => ({ bytes: await readMedia(found, place), path: question[column] }) };
      };
      const { category } = question;
      yield {
        row: question,
        ...(category !== undefined && { category }),
        where,
        image: media('rgb_path'),
        mask: media('mask_path'),
      };
    }
  }
}

/** What a `question.json` says. */
export function readQuestions(file: string) {
  return readJsonArray(file, RawRow);
}

/**
 * A path relative to a folder of the data, which must not lead out of the data. Links in the data are followed: a cache of the
 * hub consists of them.
 */
export function inside(root: string, folder: string, path: string, where: string): string {
  const found = resolve(folder, path);
  const fromRoot = relative(resolve(root), found);
  const leaves = fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
  if (!leaves && !isAbsolute(path) && !path.includes('\0')) return found;
  throw new SextantError('bad_data', `${JSON.stringify(path)} leads out of the data folder`, {
    where,
    fix: 'paths must be relative to the folder of question.json, or of the table, and stay in the data',
  });
}

/** No picture of the benchmark comes near. */
const maxBytes = 64 * 2 ** 20;

/** The bytes of a picture that a row refers to. */
export async function readMedia(path: string, where: string): Promise<Uint8Array> {
  try {
    return readRegular(path, { most: maxBytes });
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const message = isMissing ? `there is no file ${path}` : `cannot read ${path}: ${messageOf(cause)}`;
    throw new SextantError('bad_media', message, {
      where,
      fix: 'get the data again; `sextant data check` says what is missing',
      cause,
    });
  }
}
