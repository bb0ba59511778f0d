import { mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { RefspatialSample } from '../../benchmarks/index.ts';
import { SextantError } from '../../contracts/index.ts';
import type { Made } from '../family.ts';
import { splits } from './wish.ts';

/** Rows whose pictures are held before they are written. */
const GROUP = 48;

/** Both of the published benchmark's own forms: a folder per split with `question.json`, and a parquet file per split. */
export async function publish(scenes: AsyncIterable<Made<RefspatialSample>>, dir: string): Promise<void> {
  const tables = await Promise.all(splits.map((split) => Table.create(dir, split)));
  for await (const { samples, files } of scenes) {
    const bytes = (sha256?: string) => {
      const file = files.find(({ ref }) => ref.sha256 === sha256);
      if (!file) throw new SextantError('internal', 'a question refers to a picture that was not made');
      return file.bytes;
    };
    for (const sample of samples) {
      const table = tables.find(({ split }) => split === sample.split);
      await table?.add({ sample, image: bytes(sample.media[0]?.sha256), mask: bytes(sample.mask.sha256) });
    }
  }
  for (const table of tables) await table.close();
}

interface RefspatialRow {
  sample: RefspatialSample;
  image: Uint8Array;
  mask: Uint8Array;
}

/** One split in both forms. */
class Table {
  readonly split: string;
  readonly #folder: string;
  readonly #questions: FileHandle;
  readonly #parquet: ParquetWriter;
  #rows: RefspatialRow[] = [];
  #written = 0;

  static async create(dir: string, split: string): Promise<Table> {
    const folder = join(dir, split.charAt(0).toUpperCase() + split.slice(1));
    for (const name of ['image', 'mask']) await mkdir(join(folder, name), { recursive: true });
    return new Table(dir, split, folder, await open(join(folder, 'question.json'), 'w'));
  }

  private constructor(dir: string, split: string, folder: string, questions: FileHandle) {
    this.split = split;
    this.#folder = folder;
    this.#questions = questions;
    mkdirSync(join(dir, 'data'), { recursive: true });
    this.#parquet = new ParquetWriter({
      writer: fileWriter(join(dir, `data/${split}-00000-of-00001.parquet`)),
      schema: [{ name: 'schema', num_children: 8 }, ...schema],
      // Pictures are compressed already, and the largest of them says nothing.
      codec: 'UNCOMPRESSED',
      statistics: false,
      kvMetadata: [{ key: 'huggingface', value: JSON.stringify({ info: { features } }) }],
    });
  }

  async add(row: RefspatialRow): Promise<void> {
    const { number, object, prompt, suffix, rgb_path, mask_path, category, step, scene } = row.sample;
    await writeFile(join(this.#folder, rgb_path), row.image);
    await writeFile(join(this.#folder, mask_path), row.mask);
    const question = { id: number, object, prompt, suffix, rgb_path, mask_path, category, step, scene };
    const text = JSON.stringify(question, null, 4).replaceAll('\n', '\n    ');
    await this.#questions.write(`${this.#written === 0 ? '[' : ','}\n    ${text}`);
    this.#written += 1;
    this.#rows.push(row);
    if (this.#rows.length >= GROUP) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#parquet.finish();
    await this.#questions.write(this.#written === 0 ? '[]\n' : '\n]\n');
    await this.#questions.close();
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    const column = (name: string, of: (row: RefspatialRow) => unknown) => ({ name, data: rows.map(of) });
    const columnData = [
      column('id', ({ sample }) => BigInt(sample.number)),
      column('scene', ({ sample }) => sample.scene),
      column('image', ({ sample, image }) => ({ bytes: image, path: sample.rgb_path.replace(/^.*\//, '') })),
      column('mask', ({ sample, mask }) => ({ bytes: mask, path: sample.mask_path.replace(/^.*\//, '') })),
      column('object', ({ sample }) => sample.object),
      column('prompt', ({ sample }) => sample.prompt),
      column('suffix', ({ sample }) => sample.suffix),
      column('step', ({ sample }) => BigInt(sample.step)),
    ];
    await this.#parquet.write({ columnData, rowGroupSize: rows.length });
  }
}

const integer = (name: string): SchemaElement[] => [{ name, repetition_type: 'OPTIONAL', type: 'INT64' }];
const text = (name: string): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
];
const picture = (name: string): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', num_children: 2 },
  { name: 'bytes', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY' },
  ...text('path'),
];
const schema = [
  ...[...integer('id'), ...text('scene'), ...picture('image'), ...picture('mask')],
  ...[...text('object'), ...text('prompt'), ...text('suffix'), ...integer('step')],
];

/** For Python's `datasets`: which columns are pictures. */
const string = { dtype: 'string', _type: 'Value' };
const features = {
  id: { dtype: 'int64', _type: 'Value' },
  scene: string,
  image: { _type: 'Image' },
  mask: { _type: 'Image' },
  object: string,
  prompt: string,
  suffix: string,
  step: { dtype: 'int64', _type: 'Value' },
};
