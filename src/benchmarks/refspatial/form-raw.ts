import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { readJsonArray } from '../../data/index.ts';
import { readMedia } from './read-media.ts';
import { type Entry, type Media, Row, text, words } from './row.ts';

const Question = Row.extend({ rgb_path: words, mask_path: words, category: text.optional() });

/** The questions of a raw folder: `question.json`, with the paths of pictures and masks beside it. */
export async function* rawEntries(files: readonly string[], root: string): AsyncGenerator<Entry> {
  for (const file of files) {
    for (const [index, question] of readJsonArray(file, Question).entries()) {
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

/**
 * A path relative to the split's folder, which must not lead out of the data. Links in the data are followed: a cache of the
 * hub consists of them.
 */
function inside(root: string, folder: string, path: string, where: string): string {
  const found = resolve(folder, path);
  const fromRoot = relative(resolve(root), found);
  const leaves = fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
  if (!leaves && !isAbsolute(path) && !path.includes('\0')) return found;
  throw new SextantError('bad_data', `${JSON.stringify(path)} leads out of the data folder`, {
    where,
    fix: 'paths must be relative to the folder of question.json and stay in the data',
  });
}
