import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCsvTable } from './csv.ts';
import { csvText, writeCsv } from './csv-write.ts';

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
