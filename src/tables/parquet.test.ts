import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { readJsonl } from './json.ts';
import { openParquet, type ParquetValue } from './parquet.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const names = ['snappy.parquet', 'zstd-v2-groups.parquet', 'gzip-index.parquet'];

function file(content: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sextant-parquet-')), 'x.parquet');
  writeFileSync(path, content);
  return path;
}

function written(columnData: ColumnSource[], opts: { rowGroupSize?: number; pageSize?: number } = {}): string {
  return file(new Uint8Array(parquetWriteBuffer({ columnData, ...opts })));
}

/** Bytes as the fixtures write them. */
function plain(value: ParquetValue): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

const truth = await Array.fromAsync(
  readJsonl(fixture('parquet.jsonl'), z.record(z.string(), z.json())),
  ({ value }) => value,
);

// Columns read whole, and page by page: files this small would never be read the second way otherwise.
for (const wholeBytes of [2 ** 20, 0]) {
  test.each(names)(`%s by pyarrow is read right, whole up to ${wholeBytes} bytes`, async (name) => {
    const parquet = await openParquet(fixture(name), { wholeBytes });
    expect(parquet.columns).toEqual(Object.keys(truth[0] ?? {}));
    expect(parquet.rowCount).toBe(truth.length);
    expect((await Array.fromAsync(parquet.rows())).map(plain)).toEqual(truth);
    for (const index of [23, 0, 11, 5, 12]) expect(plain(await parquet.row(index))).toEqual(truth[index]);
    for (const column of parquet.columns) {
      expect((await parquet.column(column)).map(plain)).toEqual(truth.map((row) => row[column]));
    }
    expect(Object.keys(await parquet.row(3, ['step', 'id']))).toEqual(['step', 'id']);
    parquet.close();
  });
}

test('rows asked for at the same time, in any order, are right', async () => {
  const parquet = await openParquet(fixture('snappy.parquet'), { wholeBytes: 0 });
  const order = truth.map((_, index) => (index * 7) % truth.length);
  const rows = await Promise.all(order.map((index) => parquet.row(index)));
  expect(rows.map(plain)).toEqual(order.map((index) => truth[index]));
  parquet.close();
});

test('pictures survive byte by byte, over pages and row groups', async () => {
  // Not as Buffers: hyparquet-writer changes a byte in those.
  const images = Array.from({ length: 40 }, (_, at) => new Uint8Array(randomBytes(at * 997)));
  const path = written([{ name: 'image', data: images, type: 'BYTE_ARRAY' }], { rowGroupSize: 7, pageSize: 50_000 });
  const parquet = await openParquet(path, { wholeBytes: 0 });
  for (const [index, image] of images.entries()) {
    const { image: found } = await parquet.row(index);
    expect(found instanceof Uint8Array && Buffer.compare(found, image)).toBe(0);
  }
  parquet.close();
});

test('each row is found among thousands of groups, whatever its columns are called', async () => {
  const data = Array.from({ length: 4000 }, (_, index) => index);
  const path = written(
    ['n', '__proto__', 'constructor'].map((name) => ({ name, data, type: 'INT32' as const })),
    { rowGroupSize: 3 },
  );
  const parquet = await openParquet(path);
  const rows = await Array.fromAsync(parquet.rows());
  expect(rows.map((row) => Object.entries(row).join(' '))).toEqual(
    data.map((index) => `n,${index} __proto__,${index} constructor,${index}`),
  );
  expect(rows.every((row) => Object.getPrototypeOf(row) === Object.prototype)).toBe(true);
  for (const index of [3999, 0, 2, 3, 1998]) expect((await parquet.row(index, ['n'])).n).toBe(index);
  await expect(parquet.row(4000)).rejects.toMatchObject({ code: 'bad_data' });
  expect(await Array.fromAsync(parquet.rows(['n'], { from: 2, to: 4 }))).toEqual([{ n: 2 }, { n: 3 }]);
  parquet.close();
});

test('integers are numbers while they can be, and an error after', async () => {
  const parquet = await openParquet(written([{ name: 'n', data: [1n, -5n, 2n ** 53n - 1n], type: 'INT64' }]));
  expect(await parquet.column('n')).toEqual([1, -5, 2 ** 53 - 1]);
  const path = written([{ name: 'n', data: [1n, 2n ** 53n], type: 'INT64' }]);
  await expect((await openParquet(path)).row(1)).rejects.toMatchObject({
    code: 'bad_data',
    where: `${path}:1 column n`,
  });
});

test('texts that are not UTF-8, unknown columns and rows beyond the end are named', async () => {
  const bad = written([{ name: 'k', data: ['a\uffff'], type: 'STRING' }]);
  const bytes = readFileSync(bad);
  bytes[bytes.indexOf(Buffer.from('a\uffff')) + 1] = 0x20;
  const path = file(bytes);
  await expect((await openParquet(path)).column('k')).rejects.toMatchObject({
    code: 'bad_data',
    where: `${path} column k`,
  });
  const parquet = await openParquet(fixture('snappy.parquet'));
  await expect(parquet.row(0, ['nope'])).rejects.toThrow('there is no such column; the file has id, images');
  await expect(parquet.row(24)).rejects.toThrow('there is no row 24, the file has 24');
});

test('a leading byte order mark belongs to the text', async () => {
  const parquet = await openParquet(written([{ name: 'k', data: ['\ufeffa'], type: 'STRING' }]));
  expect(await parquet.column('k')).toEqual(['\ufeffa']);
});

test('files that are none say so', async () => {
  for (const [content, says] of [
    ['', 'does not begin with PAR1'],
    ['<html>login</html>', 'does not begin with PAR1'],
    ['PAR1 and then nothing more', 'it may be cut off'],
    ['PAR1____\xff\xff\xff\xffPAR1', 'a footer of 4294967295 bytes'],
  ]) {
    const path = file(Buffer.from(content ?? '', 'latin1'));
    const error = await openParquet(path).catch((error) => error);
    expect(error).toMatchObject({ code: 'bad_data', where: path });
    expect(error.message).toContain(says);
  }
  await expect(openParquet('/no/such.parquet')).rejects.toThrow('no such file');
  await expect(openParquet(tmpdir())).rejects.toThrow('this is a folder, expected a file');
});

/** Reads all there is; whatever is wrong must be an error of ours. */
async function readAll(path: string): Promise<void> {
  try {
    const parquet = await openParquet(path, { wholeBytes: 0 });
    for (const column of parquet.columns) await parquet.column(column);
    await parquet.row(parquet.rowCount - 1);
    parquet.close();
  } catch (error) {
    expect(error).toBeInstanceOf(SextantError);
  }
}

test('a file cut off anywhere is an error of ours, never a crash', async () => {
  const whole = readFileSync(fixture('snappy.parquet'));
  for (let size = 0; size < whole.length; size += 97) {
    const path = file(whole.subarray(0, size));
    await expect(openParquet(path)).rejects.toMatchObject({ code: 'bad_data' });
  }
});

test('flipped bytes neither crash nor fill the memory', async () => {
  for (const name of names) {
    const whole = readFileSync(fixture(name));
    // In the first pages and in the footer: sizes, counts and lengths of runs are among them.
    const places = Array.from({ length: 120 }, (_, at) => (at < 60 ? at * 5 + 4 : whole.length - 1 - (at - 60) * 23));
    const path = file(whole);
    for (const place of places) {
      const copy = Buffer.from(whole);
      copy[place] = 0xff;
      writeFileSync(path, copy);
      await readAll(path);
    }
  }
  expect(process.memoryUsage().rss).toBeLessThan(1e9);
});
