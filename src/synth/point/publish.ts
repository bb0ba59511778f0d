import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import type { RefspatialSample } from '../../benchmarks/index.ts';
import { SextantError } from '../../contracts/index.ts';
import { type Made, type PublishedScene, published } from '../family.ts';
import { encodeRows, RowGroupFile } from '../row-groups.ts';
import { splits } from './wish.ts';

interface PublishedSample {
  sample: RefspatialSample;
  image: Uint8Array;
  mask: Uint8Array;
}

function rowsOf({ samples, files }: Made<RefspatialSample>): PublishedSample[] {
  const bytes = (sha256?: string) => {
    const file = files.find(({ ref }) => ref.sha256 === sha256);
    if (!file) throw new SextantError('internal', 'a question refers to a picture that was not made');
    return file.bytes;
  };
  return samples.map((sample) => ({
    sample,
    image: bytes(sample.media[0]?.sha256),
    mask: bytes(sample.mask.sha256),
  }));
}

/** The rows of each split's parquet file. */
export function encode(made: Made<RefspatialSample>): Omit<PublishedScene, 'answers'> {
  const bySplit = Map.groupBy(rowsOf(made), ({ sample }) => sample.split);
  const rows = [...bySplit].map(([split, own]) => {
    const column = (name: string, of: (row: PublishedSample) => unknown) => ({ name, data: own.map(of) });
    return [
      split,
      encodeRows(schema, [
        column('id', ({ sample }) => BigInt(sample.number)),
        column('scene', ({ sample }) => sample.scene),
        column('image', ({ sample, image }) => ({ bytes: image, path: sample.rgb_path.replace(/^.*\//, '') })),
        column('mask', ({ sample, mask }) => ({ bytes: mask, path: sample.mask_path.replace(/^.*\//, '') })),
        column('object', ({ sample }) => sample.object),
        column('prompt', ({ sample }) => sample.prompt),
        column('suffix', ({ sample }) => sample.suffix),
        column('step', ({ sample }) => BigInt(sample.step)),
      ]),
    ] as const;
  });
  return { rows: Object.fromEntries(rows) };
}

/** Both of the published benchmark's own forms: a folder per split with `question.json`, and a parquet file per split. */
export async function publish(scenes: AsyncIterable<Made<RefspatialSample>>, dir: string): Promise<void> {
  await mkdir(join(dir, 'data'), { recursive: true });
  const tables = await Promise.all(splits.map((split) => SplitFiles.create(dir, split)));
  for await (const made of scenes) {
    const rows = rowsOf(made);
    for (const table of tables) {
      for (const row of rows) if (row.sample.split === table.split) await table.add(row);
      const encoded = published(made).rows?.[table.split];
      if (encoded) await table.parquet.add(encoded);
    }
  }
  for (const table of tables) await table.close();
}

/** One split in both forms. */
class SplitFiles {
  readonly split: string;
  readonly parquet: RowGroupFile;
  readonly #folder: string;
  readonly #questions: FileHandle;
  #written = 0;

  static async create(dir: string, split: string): Promise<SplitFiles> {
    const folder = join(dir, split.charAt(0).toUpperCase() + split.slice(1));
    for (const name of ['image', 'mask']) await mkdir(join(folder, name), { recursive: true });
    const kvMetadata = [{ key: 'huggingface', value: JSON.stringify({ info: { features } }) }];
    const parquet = await RowGroupFile.create(join(dir, `data/${split}-00000-of-00001.parquet`), schema, kvMetadata);
    return new SplitFiles(split, parquet, folder, await open(join(folder, 'question.json'), 'w'));
  }

  private constructor(split: string, parquet: RowGroupFile, folder: string, questions: FileHandle) {
    this.split = split;
    this.parquet = parquet;
    this.#folder = folder;
    this.#questions = questions;
  }

  async add({ sample, image, mask }: PublishedSample): Promise<void> {
    const { number, object, prompt, suffix, rgb_path, mask_path, category, step, scene } = sample;
    await writeFile(join(this.#folder, rgb_path), image);
    await writeFile(join(this.#folder, mask_path), mask);
    const question = { id: number, object, prompt, suffix, rgb_path, mask_path, category, step, scene };
    const text = JSON.stringify(question, null, 4).replaceAll('\n', '\n    ');
    await this.#questions.write(`${this.#written === 0 ? '[' : ','}\n    ${text}`);
    this.#written += 1;
  }

  async close(): Promise<void> {
    await this.parquet.close();
    await this.#questions.write(this.#written === 0 ? '[]\n' : '\n]\n');
    await this.#questions.close();
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
const schema: SchemaElement[] = [
  { name: 'schema', num_children: 8 },
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
