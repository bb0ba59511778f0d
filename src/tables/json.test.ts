import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseStringList, readJsonArray, readJsonl } from './json.ts';

function file(content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sextant-json-')), 'x.json');
  writeFileSync(path, content);
  return path;
}

const Question = z.object({ id: z.number(), prompt: z.string() });

test('a list is read and checked entry by entry', () => {
  expect(readJsonArray(file('\ufeff[{"id":1,"prompt":"p","more":0}]'), Question)).toEqual([{ id: 1, prompt: 'p' }]);
  const path = file('[{"id":1,"prompt":"p"},{"id":"2","prompt":"p"}]');
  expect(() => readJsonArray(path, Question)).toThrow(
    expect.objectContaining({
      code: 'bad_data',
      where: `${path}[1] column id`,
      message: expect.stringContaining('expected number'),
    }),
  );
});

test('what is no list, or no JSON, says so', () => {
  expect(() => readJsonArray(file('{}'), Question)).toThrow('holds an object, expected a list');
  expect(() => readJsonArray(file('[1,'), Question)).toThrow('this is not JSON');
  expect(() => readJsonArray(file('[NaN]'), Question)).toThrow(
    expect.objectContaining({ fix: expect.stringContaining('NaN') }),
  );
  expect(() => readJsonArray('/no/such.json', Question)).toThrow('no such file');
});

test('lines are read with their numbers, whatever their ends', async () => {
  const path = file('{"id":1,"prompt":"a"}\r\n\n{"id":2,"prompt":"b"}');
  expect(await Array.fromAsync(readJsonl(path, Question))).toEqual([
    { value: { id: 1, prompt: 'a' }, line: 1, where: `${path}:1` },
    { value: { id: 2, prompt: 'b' }, line: 3, where: `${path}:3` },
  ]);
});

test('a wrong line is named by file, line and field', async () => {
  const wrong = file('{"id":1,"prompt":"a"}\n{"id":1}\n');
  await expect(Array.fromAsync(readJsonl(wrong, Question))).rejects.toMatchObject({
    where: `${wrong}:2 column prompt`,
  });
  const broken = file('{"id":1,"prompt":"a"}\n{"id"\n');
  await expect(Array.fromAsync(readJsonl(broken, Question))).rejects.toMatchObject({ where: `${broken}:2` });
});

const place = { file: 'MMSI_bench.tsv', row: 2, column: 'image' };

test('a Python list of base64 texts is read, also a large one', () => {
  expect(parseStringList("['QUJD', 'REVG']", place)).toEqual(['QUJD', 'REVG']);
  expect(parseStringList(' [ "QUJD" ,\n\'R+V/\', ] ', place)).toEqual(['QUJD', 'R+V/']);
  expect(parseStringList('[]', place)).toEqual([]);
  const large = 'A'.repeat(5e6);
  expect(parseStringList(`['${large}','${large}']`, place).map(({ length }) => length)).toEqual([5e6, 5e6]);
});

test.each(['', '[', "['a'", "['a' 'b']", '[a]', "['a\\n']", "['a'] x", '[,]', "['a", "[['a']]", 'QUJD'])(
  '%j is refused',
  (text) => {
    expect(() => parseStringList(text, place)).toThrow(
      expect.objectContaining({ code: 'bad_data', where: 'MMSI_bench.tsv:2 column image' }),
    );
  },
);
