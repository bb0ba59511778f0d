import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import sharp from 'sharp';
import type { Answered, Dataset } from '../../../contracts/index.ts';
import { findExtractor } from '../../../extract/index.ts';
import { partQuestion } from '../../../extract/mmsi/circular.ts';
import { rotations } from '../../../extract/mmsi/testing/rotations.ts';
import { assetsFrom } from '../../../media/index.ts';
import { type CsvCell, csvText } from '../../../tables/csv.ts';
import { mmsi } from '../index.ts';
import { categoryOf, type MmsiSample } from '../sample.ts';

/** A question as it is published on the hub. */
export interface PublishedQuestion {
  id: number;
  type: string;
  question: string;
  answer: string;
  /** Numbers of made pictures. */
  pictures: number[];
  difficulty?: string;
}

/** Real questions; the pictures are made. Questions 21 and 525 share theirs, in another order. */
export const questions: readonly PublishedQuestion[] = [
  {
    id: 21,
    type: 'Attribute (Appr.)',
    question:
      'Figure 1 shows the north side of the food. Which side of the food is shown in Figure 2?\nOptions: A: Southeast, B: West, C: Southwest, D: Northeast',
    answer: 'A',
    pictures: [1, 2],
    difficulty: 'easy',
  },
  {
    id: 166,
    type: 'Motion (Obj.)',
    question:
      'With the camera facing forward and the pictures taken continuously, in which direction are the people moving?  \nOptions: A: The person on the left is moving right, the person on the right is moving right; B: The person on the left is moving left, the person on the right is moving left; C: The person on the left is moving right, the person on the right is moving left; D: The person on the left is moving left, the person on the right is moving right.',
    answer: 'C',
    pictures: [3, 4],
    difficulty: 'medium',
  },
  {
    id: 525,
    type: 'Positional Relationship (Cam.–Cam.)',
    question:
      'Suppose I am taking the first photo, and directly in front of me is north. Then, from approximately which direction relative to me is the camera positioned when taking the second photo?\nOptions: A: Southeast, B: Northeast, C: Southwest, D: Northwest',
    answer: 'A',
    pictures: [2, 1],
    difficulty: 'hard',
  },
  {
    id: 885,
    type: 'MSR',
    question: 'How many chairs are there in the house?\nOptions: A: 4, B: 6, C: 7, D: 5',
    answer: 'B',
    pictures: [5, 6, 7],
    difficulty: 'hard',
  },
];

const made = new Map<number, Promise<Buffer>>();

/** A small picture, another for every number. */
export function picture(number: number): Promise<Buffer> {
  const background = { r: (number * 37) % 256, g: (number * 91) % 256, b: (number * 151) % 256 };
  const jpeg =
    made.get(number) ??
    sharp({ create: { width: 24, height: 16, channels: 3, background } })
      .jpeg()
      .toBuffer();
  made.set(number, jpeg);
  return jpeg;
}

export function folder(): string {
  return mkdtempSync(join(tmpdir(), 'mmsi-'));
}

/** Writes text into a new folder and returns its path. */
export function textFile(name: string, text: string): string {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
}

/** The hub's file. */
export async function parquetFile(
  rows: readonly PublishedQuestion[] = questions,
  opts: { without?: readonly string[]; bytes?: (number: number) => Promise<Uint8Array> } = {},
): Promise<string> {
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
  const images = await Promise.all(rows.map(({ pictures }) => Promise.all(pictures.map(opts.bytes ?? picture))));
  const leaves = [
    {
      name: 'id',
      data: rows.map(({ id }) => BigInt(id)),
      leaf: { type: 'INT64', repetition_type: 'OPTIONAL' } as const,
    },
    { name: 'images', data: images, leaf: undefined },
    { name: 'question_type', data: rows.map(({ type }) => type), leaf: text },
    { name: 'question', data: rows.map(({ question }) => question), leaf: text },
    { name: 'answer', data: rows.map(({ answer }) => answer), leaf: text },
    { name: 'thought', data: rows.map(({ id }) => `Because of ${id}.`), leaf: text },
    {
      name: 'mean_normed_duration_seconds',
      data: rows.map(({ id }) => id / 8),
      leaf: { type: 'DOUBLE', repetition_type: 'OPTIONAL' } as const,
    },
    { name: 'difficulty', data: rows.map(({ difficulty }) => difficulty ?? null), leaf: text },
  ].filter(({ name }) => !opts.without?.includes(name));
  const buffer = parquetWriteBuffer({
    // To find the largest value, the writer would change a byte of our pictures.
    statistics: false,
    columnData: leaves.map(({ name, data }) => ({ name, data })),
    schema: [
      { name: 'root', num_children: leaves.length },
      ...leaves.flatMap(({ name, leaf }): SchemaElement[] =>
        leaf
          ? [{ name, ...leaf }]
          : [
              { name, repetition_type: 'OPTIONAL' as const, num_children: 1, converted_type: 'LIST' as const },
              { name: 'list', repetition_type: 'REPEATED' as const, num_children: 1 },
              { name: 'element', type: 'BYTE_ARRAY' as const, repetition_type: 'OPTIONAL' as const },
            ],
      ),
    ],
  });
  const path = join(folder(), 'MMSI_Bench.parquet');
  writeFileSync(path, Buffer.from(buffer));
  return path;
}

/** A TSV with these rows. */
export function tsvFile(name: string, rows: readonly Record<string, CsvCell>[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return textFile(name, csvText(columns, cells, { delimiter: '\t' }));
}

/** An image cell: a Python list of base64. */
export async function imageCell(pictures: readonly number[]): Promise<string> {
  const texts = await Promise.all(pictures.map(async (number) => `'${(await picture(number)).toString('base64')}'`));
  return `[${texts.join(', ')}]`;
}

/** The authors' own table. */
export async function forkRows(rows: readonly PublishedQuestion[] = questions): Promise<Record<string, CsvCell>[]> {
  return Promise.all(
    rows.map(async ({ id, pictures, question, answer, type }) => ({
      index: BigInt(id),
      image: await imageCell(pictures),
      question,
      answer,
      category: categoryOf(type)?.fork,
    })),
  );
}

/** EASI's table. */
export async function easiRows(rows: readonly PublishedQuestion[] = questions): Promise<Record<string, CsvCell>[]> {
  return Promise.all(
    rows.map(async ({ id, pictures, question, answer, type }) => {
      const { stem, options } = partQuestion(question);
      const image = await imageCell(pictures);
      return { index: BigInt(id), image, question: stem, ...options, answer, category: categoryOf(type)?.easi };
    }),
  );
}

/** VLMEvalKit's circular table: rotations come last, and refer to the original row's pictures. */
export async function circularRows(rows: readonly PublishedQuestion[] = questions): Promise<Record<string, CsvCell>[]> {
  const originals = await easiRows(rows);
  const others = [1, 2, 3].flatMap((k) =>
    rows.map(({ id, question, answer, type }) => {
      const turned = rotations(question, answer)[k];
      const { stem, options } = partQuestion(turned?.question ?? '');
      const shared = { image: String(id), question: stem, ...options, category: categoryOf(type)?.easi };
      return { index: BigInt(id + k * 1_000_000), ...shared, answer: turned?.answer, g_index: BigInt(id) };
    }),
  );
  return [...originals.map((row, at) => ({ ...row, g_index: BigInt(rows[at]?.id ?? 0) })), ...others];
}

export function load(dir: string, args: Record<string, string> = {}): Promise<Dataset<MmsiSample>> {
  return mmsi.load({ dir, args });
}

export function samplesOf(dataset: Dataset<MmsiSample>): Promise<MmsiSample[]> {
  return Promise.all(dataset.ids.map((_, index) => dataset.sample(index)));
}

/** What the engine does with replies: reads and scores each by a protocol. */
export async function answer(
  dataset: Dataset<MmsiSample>,
  protocolId: string,
  reply: (sample: MmsiSample, write: (letter: string) => string) => string,
): Promise<Answered<MmsiSample>[]> {
  const protocol = mmsi.protocols.find(({ id }) => id === protocolId);
  const scorer = mmsi.scorers[protocol?.scorer ?? ''];
  if (!scorer || !protocol) throw new Error(`no scorer or no protocol ${protocolId}`);
  const extractor = findExtractor(protocol.extractor);
  const units: Answered<MmsiSample>[] = [];
  for (const sample of await samplesOf(dataset)) {
    const context = mmsi.space(sample);
    const text = reply(sample, (letter) => extractor.write({ answer: letter }, context));
    const extraction = extractor.extract(text, context);
    const { value, ...rest } = await scorer.score(sample, extraction, assetsFrom(dataset.bytes));
    const found = 'answer' in extraction && extraction.answer !== null;
    units.push({
      sample,
      instruction: 'as asked',
      text,
      result: {
        id: sample.id,
        epoch: 0,
        cluster: sample.cluster,
        groups: sample.groups,
        outcome: found ? 'answered' : 'unparsed',
        ...(!found && { reason: text === '' ? 'empty' : 'no answer found' }),
        extraction,
        score: value,
        ...rest,
      },
    });
  }
  return units;
}
