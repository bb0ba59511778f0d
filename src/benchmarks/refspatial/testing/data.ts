import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';
import sharp from 'sharp';
import { png } from './png.ts';

export interface QuestionFixture {
  id: number;
  object: string;
  prompt: string;
  suffix: string;
  rgb_path: string;
  mask_path: string;
  category: string;
  step: number;
  scene?: string;
}

export interface Split {
  questions: QuestionFixture[];
  /** By path in the split's folder. */
  files: Map<string, Uint8Array>;
}

export type Data = Record<string, Split>;

const suffix = 'Your answer should be formatted as a list of tuples, i.e. [(x1, y1)].';

/** A folder that goes away with the system's other temporary ones. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'refspatial-'));
}

/**
 * A small data set of its own: pictures of 60 × 40 pixels, every other one a JPEG, on which a patch is right.
 * Pictures 0 and 1 of a split are the same.
 */
export async function makeData(counts: Record<string, number>, scene = true): Promise<Data> {
  const data: Data = {};
  for (const [split, count] of Object.entries(counts)) {
    const questions: QuestionFixture[] = [];
    const files = new Map<string, Uint8Array>();
    for (let id = 0; id < count; id++) {
      const rgb_path = `image/${id}.${id % 2 === 0 ? 'png' : 'jpg'}`;
      const mask_path = `mask/${id}.png`;
      const shade = id < 2 ? 0 : id * 9 + split.length;
      const picture = png('RGB', 60, 40, (x, y) => [x * 4, y * 6, shade]);
      files.set(rgb_path, id % 2 === 0 ? picture : new Uint8Array(await sharp(picture).jpeg().toBuffer()));
      files.set(
        mask_path,
        png('L', 60, 40, (x, y) => [x >= 10 + id && x < 20 + id && y >= 5 && y < 15 ? 255 : 0]),
      );
      const object = `the ${['red', 'green', 'blue'][id % 3]} thing no. ${id} of the “${split}” é`;
      questions.push({
        id,
        object,
        prompt: `Please point out ${object}.`,
        suffix,
        rgb_path,
        mask_path,
        category: split,
        step: 1 + (id % 3),
        ...(scene && { scene: id % 2 === 0 ? 'indoor' : 'outdoor' }),
      });
    }
    data[split] = { questions, files };
  }
  return data;
}

/** The raw folders: `Location/question.json` with pictures and masks beside it. */
export function writeRaw(data: Data, dir = temporaryFolder()): string {
  for (const [split, { questions, files }] of Object.entries(data)) {
    const folder = join(dir, split.charAt(0).toUpperCase() + split.slice(1));
    put(join(folder, 'question.json'), JSON.stringify(questions, null, 4));
    for (const [path, bytes] of files) put(join(folder, path), bytes);
  }
  return dir;
}

/** The hub's files; `place` tells where a split lies. */
export function writeParquet(
  data: Data,
  place = (split: string) => `data/${split}-00000-of-00001.parquet`,
  dir = temporaryFolder(),
): string {
  for (const [split, { questions, files }] of Object.entries(data)) {
    const picture = (path: string) => ({ bytes: files.get(path), path: path.replace(/^.*\//, '') });
    const columns: [schema: SchemaElement[], data: unknown[]][] = [
      [integer('id'), questions.map(({ id }) => BigInt(id))],
      ...(questions.some(({ scene }) => scene)
        ? [[text('scene'), questions.map(({ scene }) => scene)] satisfies [SchemaElement[], unknown[]]]
        : []),
      [struct('image'), questions.map(({ rgb_path }) => picture(rgb_path))],
      [struct('mask'), questions.map(({ mask_path }) => picture(mask_path))],
      [text('object'), questions.map(({ object }) => object)],
      [text('prompt'), questions.map(({ prompt }) => prompt)],
      [text('suffix'), questions.map(({ suffix }) => suffix)],
      [integer('step'), questions.map(({ step }) => BigInt(step))],
    ];
    const filename = join(dir, place(split));
    mkdirSync(dirname(filename), { recursive: true });
    parquetWriteFile({
      filename,
      schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(([schema]) => schema)],
      columnData: columns.map(([[element], data]) => ({ name: element?.name ?? '', data })),
      rowGroupSize: 3,
    });
  }
  return dir;
}

const integer = (name: string): SchemaElement[] => [{ name, repetition_type: 'OPTIONAL', type: 'INT64' }];
const text = (name: string): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
];
const struct = (name: string): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', num_children: 2 },
  { name: 'bytes', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY' },
  ...text('path'),
];

/** VLMEvalKit's own files, with pictures in base64. */
export function writeTsv(data: Data, dir = temporaryFolder()): string {
  const quote = (cell: unknown) => `"${String(cell).replaceAll('"', '""')}"`;
  for (const [split, { questions, files }] of Object.entries(data)) {
    const task = split.charAt(0).toUpperCase() + split.slice(1);
    const base64 = (path: string) => Buffer.from(files.get(path) ?? []).toString('base64');
    const columns = ['index', 'image', 'mask', 'object', 'prompt', 'suffix', 'step', 'split', 'dataset', 'question'];
    const rows = questions.map(({ id, rgb_path, mask_path, object, prompt, suffix, step }) => [
      `${task}_${id}`,
      base64(rgb_path),
      base64(mask_path),
      object,
      prompt,
      suffix,
      step,
      task,
      `RefSpatial-${task}`,
      prompt,
    ]);
    const lines = [columns, ...rows].map((cells) => cells.map(quote).join('\t'));
    put(join(dir, `RefSpatial_${task}.tsv`), `${lines.join('\n')}\n`);
  }
  return dir;
}

/** EASI's table of all splits, with the columns that its code asks for; `more` are those of other tables, or changed cells. */
export function writeEasi(
  data: Data,
  file: string,
  more: (question: QuestionFixture, split: string) => Record<string, unknown> = () => ({}),
): string {
  const rows = Object.entries(data).flatMap(([split, { questions }]) =>
    questions.map((question): Record<string, unknown> => {
      const task = split.charAt(0).toUpperCase() + split.slice(1);
      const path = (name: string) => `${task}/${name}`;
      return {
        category: split,
        question: question.prompt,
        image_path: path(question.rgb_path),
        mask_path: path(question.mask_path),
        ...more(question, split),
      };
    }),
  );
  const columns = ['index', ...Object.keys(rows[0] ?? {})];
  const lines = rows.map((row, index) => [index, ...Object.values(row)].join('\t'));
  put(file, `${[columns.join('\t'), ...lines].join('\n')}\n`);
  return file;
}

export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
