import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { type MmsiSample, mmsiCategory } from '../../benchmarks/index.ts';
import { SextantError } from '../../contracts/index.ts';
import { csvText } from '../../tables/index.ts';
import { type Family, type Made, type PublishedScene, published } from '../family.ts';
import { encodeRows, RowGroupFile } from '../row-groups.ts';
import { perScene } from './ask.ts';
import { generator, openMaker } from './make.ts';

/** Places in several pictures each, with questions about what they show together. */
export const views: Family<MmsiSample> = { generator, perScene, idOf: String, open: openMaker, encode, publish };

const HUB = 'MMSI_Bench.parquet';

interface MmsiRow {
  sample: MmsiSample;
  pictures: Uint8Array[];
}

function encode(made: Made<MmsiSample>): Omit<PublishedScene, 'answers'> {
  const rows = made.samples.map((sample) => ({ sample, pictures: picturesOf(sample, made) }));
  // The header stands in the file already.
  const lines = csvText(columns, rows.map(cells), { delimiter: '\t' }).replace(/^.*\n/, '');
  return { rows: { [HUB]: encodeRows(schema, columnsOf(rows)) }, lines: new TextEncoder().encode(lines) };
}

/** Both of the published benchmark's own forms: the hub's parquet file, and the table of the authors' code. Scene by scene. */
async function publish(scenes: AsyncIterable<Made<MmsiSample>>, dir: string): Promise<void> {
  const parquet = await RowGroupFile.create(join(dir, HUB), schema);
  const table = await open(join(dir, 'MMSI_bench.tsv'), 'w');
  try {
    await table.write(`${columns.join('\t')}\n`);
    for await (const made of scenes) {
      const { rows, lines } = published(made);
      if (rows?.[HUB]) await parquet.add(rows[HUB]);
      if (lines) await table.write(lines);
    }
  } finally {
    await parquet.close();
    await table.close();
  }
}

function picturesOf({ id, media }: MmsiSample, { files }: Made<MmsiSample>): Uint8Array[] {
  return media.map(({ sha256 }) => {
    const file = files.find(({ ref }) => ref.sha256 === sha256);
    if (!file) throw new SextantError('internal', `question ${id} refers to a picture that was not made`);
    return file.bytes;
  });
}

const columns = ['index', 'image', 'question', 'answer', 'category'];

function cells({ sample: { id, question, answer, label }, pictures }: MmsiRow): string[] {
  const image = pictures.map((bytes) => `'${Buffer.from(bytes).toString('base64')}'`);
  return [id, `[${image.join(', ')}]`, question, answer, mmsiCategory(label)?.fork ?? label];
}

function columnsOf(rows: readonly MmsiRow[]) {
  const column = (name: string, of: (row: MmsiRow) => unknown) => ({ name, data: rows.map(of) });
  return [
    column('id', ({ sample }) => BigInt(sample.id)),
    column('images', ({ pictures }) => pictures),
    column('question_type', ({ sample }) => sample.label),
    column('question', ({ sample }) => sample.question),
    column('answer', ({ sample }) => sample.answer),
    column('thought', ({ sample }) => sample.thought ?? null),
    column('difficulty', ({ sample }) => sample.difficulty ?? null),
  ];
}

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  repetition_type: 'OPTIONAL',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
});
const schema: SchemaElement[] = [
  { name: 'schema', num_children: 7 },
  { name: 'id', type: 'INT64', repetition_type: 'OPTIONAL' },
  {
    name: 'images',
    repetition_type: 'OPTIONAL',
    num_children: 1,
    converted_type: 'LIST',
    logical_type: { type: 'LIST' },
  },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  ...['question_type', 'question', 'answer', 'thought', 'difficulty'].map(text),
];
