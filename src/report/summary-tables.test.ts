import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { spreadTable, summarySchema } from './summary-tables.ts';
import { cellText } from './table.ts';
import { metric, openMetric, summary } from './testing/samples.ts';

test('the same answers under several protocols', () => {
  const table = spreadTable([
    summary(),
    summary({
      protocol: { id: 'tiny/easi', hash: '99887766aa' },
      metrics: [metric({ value: 0.6, n: 490 })],
      outcomes: { unparsed: 30 },
    }),
    summary({ protocol: { id: 'tiny/strict', hash: '1234567890' }, metrics: [openMetric] }),
  ]);
  expect(table.rows.map((row) => row.map(cellText))).toEqual([
    ['tiny/official', '#a1b2c3d4', 'accuracy', '62.3', '[58.0, 66.4]', '0.0', '3', '500'],
    ['tiny/easi', '#99887766', 'accuracy', '60.0', '[58.0, 66.4]', '-2.3', '30', '490'],
    ['tiny/strict', '#12345678', 'accuracy', 'between 58.0 and 66.0 (8 errors)', '[53.0, 70.0]', '0.0', '3', '492'],
  ]);
  expect(table.notes).toHaveLength(2);
});

test('docs/summary.schema.json is current; else run: node scripts/write-schemas.ts && npm run fix', () => {
  const stored = readFileSync(new URL('../../docs/summary.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(summarySchema())));
});
