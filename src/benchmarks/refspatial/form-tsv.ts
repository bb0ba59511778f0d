import { SextantError } from '../../contracts/index.ts';
import { checked, readCsv } from '../../tables/index.ts';
import { demand } from '../../util/index.ts';
import { type Entry, type Media, RefspatialRow } from './row.ts';

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
        throw new SextantError('bad_data', `${JSON.stringify(index)} is not an index, expected one like Location_17`, {
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

/**
 * Pictures in base64 in the rows of a table. Rows are not kept: a file has tens of megabytes. Questions are asked for in order,
 * so that reading on is nearly always enough; going back means reading from the start.
 */
export class TsvPictures {
  readonly #file: string;
  #rows: ReturnType<typeof readCsv> | undefined;
  #row = 0;
  #values: Record<string, string> = {};
  #busy: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** The picture in a cell; `where` is the row, for errors. */
  at(row: number, column: string, where: string): Media {
    const place = `${where} column ${column}`;
    return { where: place, read: async () => ({ bytes: fromBase64(await this.#cell(row, column), place) }) };
  }

  /** One at a time: two readers would steal each other's rows. */
  #cell(row: number, column: string): Promise<string> {
    const turn = this.#busy.then(() => this.#read(row)).then((values) => demand(values, column));
    this.#busy = turn.catch(() => {});
    return turn;
  }

  async #read(row: number): Promise<Record<string, string>> {
    if (row < this.#row || !this.#rows) {
      await this.#rows?.return(undefined);
      [this.#rows, this.#row] = [readCsv(this.#file, { delimiter: '\t' }), 0];
    }
    while (this.#row < row) {
      const next = await this.#rows.next();
      if (next.done) throw new SextantError('bad_data', 'the file became shorter', { where: this.#file });
      ({ row: this.#row, values: this.#values } = next.value);
    }
    return this.#values;
  }
}

function fromBase64(text: string, where: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > 0) return bytes;
  throw new SextantError('bad_media', 'expected a picture in base64, found none', { where });
}
