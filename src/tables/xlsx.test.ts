import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inferExcelColumn } from './dtype-excel.ts';
import { readJsonl } from './json.ts';
import { readXlsx } from './xlsx-read.ts';
import { writeXlsx } from './xlsx-write.ts';
import { openZip, zipBytes } from './zip.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const temporary = () => join(mkdtempSync(join(tmpdir(), 'sextant-xlsx-')), 'x.xlsx');
const Column = z.object({ file: z.string(), name: z.string(), dtype: z.string(), str: z.array(z.string()) });

test('sheets by XlsxWriter and openpyxl read as pandas reads them', async () => {
  for await (const { value, where } of readJsonl(fixture('sheets.jsonl'), Column)) {
    const { columns, rows } = readXlsx(fixture(value.file), { sheet: 'ALL' });
    expect(columns).toContain(value.name);
    const { dtype, str } = inferExcelColumn(rows.map((row) => row[value.name] ?? null));
    // Only here do dates differ: they are text with us.
    const expected = value.dtype.startsWith('datetime') ? 'object' : value.dtype;
    expect({ dtype, str }, where).toEqual({ dtype: expected, str: value.str });
  }
});

test('what is written is read back, cell by cell', () => {
  const path = temporary();
  const rows = [
    [0, ' lead & <trail> "', true, 0.1],
    [1, null, false, 1e22],
    [2, 'ü😀\n\t', null, null],
    [3, '=1+1', true, -2],
  ];
  writeXlsx(path, ['index', 'prediction', 'hit', 'x'], rows, { sheet: 'ALL' });
  const sheet = readXlsx(path);
  expect(sheet.name).toBe('ALL');
  expect(sheet.rows.map((row) => Object.values(row))).toEqual(rows);
});

test('characters that XML cannot hold are escaped as XlsxWriter does, and read as pandas does', () => {
  const path = temporary();
  writeXlsx(path, ['a'], [['x\r\ny'], ['\x01'], ['_x000D_'], ['\ud800']]);
  expect(readXlsx(path).rows.map(({ a }) => a)).toEqual(['x_x000D_\ny', '_x0001_', '_x000D_', '\ufffd']);
});

test('the same rows give the same bytes', () => {
  const [one, two] = [temporary(), temporary()];
  writeXlsx(one, ['a'], [[1]]);
  writeXlsx(two, ['a'], [[1]]);
  expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
});

test('a text that no cell can hold, and a name that no sheet can have, are refused', () => {
  expect(() => writeXlsx(temporary(), ['a'], [['x'.repeat(40_000)]])).toThrow(
    expect.objectContaining({ code: 'bad_argument', where: 'cell A2' }),
  );
  expect(() => writeXlsx(temporary(), ['a'], [], { sheet: 'a/b' })).toThrow('name of a sheet');
});

test('wide sheets go beyond Z', () => {
  const path = temporary();
  const names = Array.from({ length: 800 }, (_, at) => `c${at}`);
  writeXlsx(path, names, [names.map((_, at) => at)]);
  expect(readXlsx(path).rows[0]?.c799).toBe(799);
});

function zipped(files: Record<string, string>): string {
  const path = temporary();
  writeFileSync(path, zipBytes(files));
  return path;
}

/** A workbook with this worksheet. */
function workbook(sheet: string): string {
  return zipped({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="/xl/s.xml"/></Relationships>',
    'xl/s.xml': sheet,
  });
}

test('inline texts, rich texts, prefixes, gaps and cells without address are understood', () => {
  const rich = '<is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r><rPh sb="0" eb="1"><t>aside</t></rPh></is>';
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData>
    <x:row r="1"><x:c t="inlineStr"><is><t>h</t></is></x:c><x:c r="C1" t="str"><x:f>1</x:f><x:v>k</x:v></x:c></x:row>
    <x:row r="3"><x:c r="A3" t="inlineStr">${rich}</x:c><x:c r="B3" t="e"><x:v>#N/A</x:v></x:c><x:c r="C3" t="b"><x:v>0</x:v></x:c></x:row>
    <x:row/><x:row><x:c><x:v>1.5</x:v></x:c><x:c s="3"/></x:row>
  </x:sheetData></x:worksheet>`;
  const { columns, rows } = readXlsx(workbook(sheet));
  expect(columns).toEqual(['h', 'Unnamed: 1', 'k']);
  expect(rows.map((row) => Object.values(row))).toEqual([
    [null, null, null],
    ['a b', null, false],
    [null, null, null],
    [1.5, null, null],
  ]);
});

const row = (cell: string) => `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`;
const broken: Record<string, { path: () => string; says: string }> = {
  'no archive': { path: () => fixture('sheets.jsonl'), says: 'no zip archive' },
  'no file': { path: () => '/no/such.xlsx', says: 'no such file' },
  'no workbook': { path: () => zipped({ a: 'b' }), says: 'xl/workbook.xml' },
  entities: { path: () => workbook('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'), says: 'document type' },
  'a cell a million rows down': {
    path: () => workbook(row('<c r="XFD1048576"><v>1</v></c>').replace('r="1"', 'r="1048576"')),
    says: 'XFD1048576',
  },
  'a text that is not there': { path: () => workbook(row('<c r="A1" t="s"><v>7</v></c>')), says: 'not there' },
  'a number that is none': { path: () => workbook(row('<c r="A1"><v>abc</v></c>')), says: 'expected a number' },
  'cut off XML': { path: () => workbook('<worksheet><sheetData><row'), says: 'ends before' },
};
for (const [what, { path, says }] of Object.entries(broken)) {
  test(`a spreadsheet with ${what} is refused`, () => {
    expect(() => readXlsx(path())).toThrow(
      expect.objectContaining({ code: 'bad_data', message: expect.stringContaining(says) }),
    );
  });
}

test('a sheet that is not there is named beside those that are', () => {
  expect(() => readXlsx(workbook('<worksheet/>'), { sheet: 'ALL' })).toThrow('there is no sheet ALL; it has S');
});

test('archives that unfold to more than they say, or to too much, are refused', () => {
  const bytes = zipBytes({ a: 'x'.repeat(10) });
  const at = bytes.indexOf('PK\x01\x02');
  const opened = (change: (copy: Buffer) => void): (() => unknown) => {
    const copy = Buffer.from(bytes);
    change(copy);
    const path = temporary();
    writeFileSync(path, copy);
    return () => openZip(path).read('a');
  };
  expect(opened((copy) => copy.writeUInt32LE(2 ** 31, at + 24))).toThrow('at most');
  expect(opened((copy) => copy.writeUInt32LE(5, at + 24))).toThrow(/a: /);
  expect(opened((copy) => copy.writeUInt32LE(11, at + 24))).toThrow('11 bytes were promised');
  expect(opened((copy) => copy.writeUInt32LE(1, at + 16))).toThrow('checksum');
  expect(opened((copy) => copy.writeUInt16LE(1, at + 8))).toThrow('encrypted');
  expect(opened((copy) => copy.writeUInt16LE(99, at + 10))).toThrow('not supported');
  expect(opened((copy) => copy.writeUInt32LE(2 ** 30, at + 42))).toThrow(/a: /);
});

test('an archive cut off anywhere is an error of ours, never a crash', () => {
  const whole = readFileSync(fixture('xlsxwriter.xlsx'));
  const path = temporary();
  for (let size = 0; size < whole.length; size += 61) {
    writeFileSync(path, whole.subarray(0, size));
    expect(() => readXlsx(path)).toThrow(expect.objectContaining({ code: 'bad_data' }));
  }
});
