import { mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { csvText, readCsv, readCsvTable, writeCsv } from './csv.ts';
import { CsvTokenizer } from './csv-tokens.ts';
import { readJsonl } from './json.ts';

function file(content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sextant-csv-')), 'x.csv');
  writeFileSync(path, content);
  return path;
}

const Case = z.object({
  text: z.string(),
  delimiter: z.string(),
  want: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
});

test('files of odd shape read as pandas reads them, and fail where it fails', async () => {
  for await (const { value, where } of readJsonl(join(import.meta.dirname, 'fixtures/csv-files.jsonl'), Case)) {
    const { text, delimiter, want } = value;
    const read = readCsvTable(file(text), { delimiter });
    if (want === null) {
      await expect(read, where).rejects.toMatchObject({ code: 'bad_data' });
    } else {
      const { columns, rows } = await read;
      expect({ columns, rows: rows.map(({ values }) => columns.map((name) => values[name])) }, where).toEqual(want);
    }
  }
});

test('cutting the bytes anywhere changes nothing', () => {
  const text = '\ufeffa,"b ""q"" é",c\r\n"x\r\ny",2,\n\n  \n"",é\r\n"tail"x,"';
  const bytes = Buffer.from(`${text}"`);
  const records = (cuts: number[]) => {
    const tokenizer = new CsvTokenizer('x', ',');
    const pieces = cuts.map((cut, at) => [...tokenizer.feed(bytes.subarray(cut, cuts[at + 1]))]);
    return [...pieces.flat(), ...tokenizer.end()];
  };
  const whole = records([0]);
  expect(whole.map(({ line }) => line)).toEqual([1, 2, 6, 7]);
  for (let cut = 1; cut < bytes.length; cut += 1) expect(records([0, cut])).toEqual(whole);
  expect(records(Array.from(bytes.keys()))).toEqual(whole);
});

test('rows know their number and the line they begin on', async () => {
  const rows = await Array.fromAsync(readCsv(file('a,b\n"1\n2",3\n\n4,5\n')));
  expect(rows).toEqual([
    { values: { a: '1\n2', b: '3' }, row: 1, line: 2 },
    { values: { a: '4', b: '5' }, row: 2, line: 5 },
  ]);
});

test('a column called __proto__ is a column', async () => {
  const [row] = await Array.fromAsync(readCsv(file('__proto__,constructor\n1,2\n')));
  expect(Object.entries(row?.values ?? {})).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});

test.each([
  ['a,b\n1,2\n1,2,3\n', ':3', 'expected 2 fields, saw 3'],
  ['a,b\n1,2\nx,"open\n\n', ':3', 'ends inside quotes'],
  [Buffer.from([0x61, 0x0a, 0x62, 0xff, 0x0a]), ':2', 'field 1 is not valid UTF-8'],
  ['', '', 'expected a header line'],
  ['\n \n', '', 'expected a header line'],
])('%j says where and what', async (content, place, message) => {
  const path = file(content);
  const error = await Array.fromAsync(readCsv(path)).catch((error) => error);
  expect(error).toMatchObject({ code: 'bad_data', where: path + place });
  expect(error.message).toContain(message);
});

test('missing files and columns are named', async () => {
  await expect(readCsvTable('/no/such.csv')).rejects.toMatchObject({ code: 'bad_data', where: '/no/such.csv' });
  const path = file('a,b\n');
  const error = await readCsvTable(path, { columns: ['a', 'GT'] }).catch((error) => error);
  expect(error).toMatchObject({ where: `${path} column GT`, message: 'there is no such column; the file has a, b' });
});

test('cells of a megabyte are read one row at a time', async () => {
  const path = file('index\timage\n');
  const fd = openSync(path, 'a');
  const cell = 'QUJD'.repeat(2 ** 18);
  for (let row = 0; row < 30; row += 1) writeSync(fd, `${row}\t${cell}\n`);
  let peak = 0;
  const start = process.memoryUsage().rss;
  for await (const { values } of readCsv(path, { delimiter: '\t' })) {
    expect(values.image?.length).toBe(cell.length);
    peak = Math.max(peak, process.memoryUsage().rss - start);
  }
  expect(peak).toBeLessThan(200e6);
});

test('a quote that is never closed does not fill the memory', () => {
  const tokenizer = new CsvTokenizer('x.csv', ',');
  const chunk = Buffer.alloc(2 ** 24, 0x61);
  const feed = () => {
    Array.from(tokenizer.feed(Buffer.from('a\n"')));
    for (let at = 0; at < 20; at += 1) Array.from(tokenizer.feed(chunk));
  };
  expect(feed).toThrow(expect.objectContaining({ code: 'bad_data', where: 'x.csv:2' }));
});

// What pandas 2.2.3 writes for the same frames.
test('only what must be is quoted, and NaN is empty', () => {
  const rows = [
    [null, 1, true],
    ['x,"y"\nz', 2.5, false],
    [' a\t', Infinity, true],
  ];
  expect(csvText(['a', 'b', 'c'], rows)).toBe('a,b,c\n,1.0,True\n"x,""y""\nz",2.5,False\n a\t,inf,True\n');
  expect(csvText(['a'], [[null], ['x'], ['']])).toBe('a\n""\nx\n""\n');
  expect(csvText(['b'], [[1e16], [1e-5], [123456789.123], [Number.NaN]])).toBe('b\n1e+16\n1e-05\n123456789.123\n""\n');
});

test('everything is quoted on demand, and tabs and formats can be chosen', () => {
  const rows = [
    [null, 1, true],
    ['x', null, false],
  ];
  expect(csvText(['a', 'b', 'c'], rows, { quoting: 'all' })).toBe('"a","b","c"\n"","1.0","True"\n"x","","False"\n');
  const opts = { delimiter: '\t', float: (value: number) => value.toFixed(4) };
  expect(csvText(['', 'a', 'b'], [[0n, 'x,y', 2.5]], opts)).toBe('\ta\tb\n0\tx,y\t2.5000\n');
});

test('what is written is read back', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sextant-csv-')), 'x.csv');
  const cells = ['a', '"', 'a,b', 'a\nb', 'a\r\nb', 'a\rb', ' ', '', '\t', 'ü😀'];
  writeCsv(
    path,
    ['k', 'v'],
    cells.map((cell) => ['k', cell]),
  );
  expect((await readCsvTable(path)).rows.map(({ values }) => values.v)).toEqual(cells);
});
