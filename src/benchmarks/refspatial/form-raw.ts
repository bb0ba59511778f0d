import { dirname } from 'node:path';
import { readJsonArray } from '../../tables/index.ts';
import { inside } from './inside.ts';
import { readMedia } from './read-media.ts';
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
