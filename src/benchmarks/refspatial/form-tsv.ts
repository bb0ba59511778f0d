import { SextantError } from '../../contracts/index.ts';
import { checked, readCsv } from '../../tables/index.ts';
import { type Entry, RefspatialRow } from './row.ts';
import { TsvPictures } from './tsv-pictures.ts';

const columns = ['index', 'object', 'prompt', 'suffix', 'step', 'image', 'mask'];

/** The questions of VLMEvalKit's own files: `Location_17`, with picture and mask as base64 in the row. */
export async function* tsvEntries(files: readonly string[]): AsyncGenerator<Entry> {
  for (const file of files) {
    const pictures = new TsvPictures(file);
    for await (const { values, row: number, line } of readCsv(file, { delimiter: '\t', columns })) {
      const { index = '', object, prompt, suffix, step = '' } = values;
      const where = `${file}:${line}`;
      const id = /_(\d{1,15})$/.exec(index)?.[1];
      if (id === undefined)
        throw new SextantError('bad_data', `${JSON.stringify(index)} is no index, expected one like Location_17`, {
          where: `${where} column index`,
        });
      const row = { id: Number(id), object, prompt, suffix, step: step === '' ? step : Number(step) };
      yield {
        row: checked(row, RefspatialRow, where),
        where,
        image: pictures.at(number, 'image', where),
        mask: pictures.at(number, 'mask', where),
      };
    }
  }
}
