import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inferCsvColumn } from './dtype.ts';
import { inferExcelColumn } from './dtype-excel.ts';
import { readJsonl } from './json.ts';
import { isNa, pythonFloat } from './pandas.ts';

const Case = z.object({ cells: z.array(z.string()), dtype: z.string(), str: z.array(z.string()) });

test('columns get the type and the texts that pandas gives them', async () => {
  for await (const { value, where } of readJsonl(join(import.meta.dirname, 'fixtures/csv-columns.jsonl'), Case)) {
    const { dtype, str } = inferCsvColumn(value.cells);
    expect({ dtype, str }, where).toEqual({ dtype: value.dtype, str: value.str });
  }
});

test('one missing cell turns integers into floats', () => {
  expect(inferCsvColumn(['0', '1']).str).toEqual(['0', '1']);
  expect(inferCsvColumn(['0', '']).str).toEqual(['0.0', 'nan']);
  expect(inferCsvColumn(['0', '0.0', '1.0'])).toEqual({
    dtype: 'float64',
    values: [0, 0, 1],
    str: ['0.0', '0.0', '1.0'],
  });
  expect(inferCsvColumn(['True', 'N/A'])).toEqual({ dtype: 'object', values: [true, null], str: ['True', 'nan'] });
  expect(inferCsvColumn([])).toEqual({ dtype: 'object', values: [], str: [] });
});

test('the text None is missing since pandas 2', () => {
  expect(isNa('None')).toBe(true);
  expect(isNa('None', '1.5')).toBe(false);
  expect(inferCsvColumn(['None', 'A'], '1.5').str).toEqual(['None', 'A']);
  expect(inferExcelColumn(['None', 'A']).str).toEqual(['nan', 'A']);
});

test('spreadsheets have rules of their own', () => {
  expect(inferExcelColumn(['1', 2, null]).str).toEqual(['1.0', '2.0', 'nan']);
  expect(inferExcelColumn([true, null, false])).toMatchObject({ dtype: 'float64', str: ['1.0', 'nan', '0.0'] });
  expect(inferExcelColumn(['x', 1, true])).toMatchObject({ dtype: 'object', str: ['x', '1', '1'] });
  expect(inferExcelColumn([1, 2.5, 1e22]).str).toEqual(['1.0', '2.5', '1e+22']);
  expect(inferExcelColumn(['A', 1e22]).str).toEqual(['A', '10000000000000000000000']);
});

test('floats look as in Python', () => {
  const texts = { '0': '0.0', '-0': '-0.0', '1e15': '1000000000000000.0', '1e16': '1e+16', '1.5e300': '1.5e+300' };
  for (const [value, text] of Object.entries(texts)) expect(pythonFloat(Number(value))).toBe(text);
  expect([0.1, 1e-4, 1e-5, 123.456, -2.5e-10, Number.NaN, -Infinity].map(pythonFloat)).toEqual([
    '0.1',
    '0.0001',
    '1e-05',
    '123.456',
    '-2.5e-10',
    'nan',
    '-inf',
  ]);
});
