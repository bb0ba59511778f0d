import { SextantError } from '../../contracts/index.ts';
import { checked, readCsv, requireColumns } from '../../data/index.ts';
import { type Entry, Row } from './row.ts';

const columns = ['index', 'object', 'prompt', 'suffix', 'step', 'image', 'mask'];

/** The questions of VLMEvalKit's own files: `Location_17`, with picture and mask as base64 in the row. */
export async function* tsvEntries(files: readonly string[]): AsyncGenerator<Entry> {
  for (const file of files) {
    const rows = new Cursor(file);
    for await (const { values, row: number, line } of readCsv(file, { delimiter: '\t' })) {
      requireColumns(file, Object.keys(values), columns);
      const { index = '', object, prompt, suffix, step = '' } = values;
      const where = `${file}:${line}`;
      const id = /_(\d{1,15})$/.exec(index)?.[1];
      if (id === undefined)
        throw new SextantError('bad_data', `${JSON.stringify(index)} is no index, expected one like Location_17`, {
          where: `${where} column index`,
        });
      const media = (column: 'image' | 'mask') => ({
        where: `${where} column ${column}`,
        read: async () => ({ bytes: fromBase64(await rows.cell(number, column), `${where} column ${column}`) }),
      });
      const row = { id: Number(id), object, prompt, suffix, step: step === '' ? step : Number(step) };
      yield { row: checked(row, Row, where), where, image: media('image'), mask: media('mask') };
    }
  }
}

/**
 * Rows by number without keeping them: a file has tens of megabytes. Questions are asked for in order, so that reading on is
 * nearly always enough; going back means reading from the start.
 */
class Cursor {
  readonly #file: string;
  #rows: ReturnType<typeof readCsv> | undefined;
  #row = 0;
  #values: Record<string, string> = {};
  #busy: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** One at a time: two readers of one cursor would steal each other's rows. */
  cell(row: number, column: string): Promise<string> {
    const turn = this.#busy.then(() => this.#read(row)).then((values) => values[column] ?? '');
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
