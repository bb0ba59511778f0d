import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { summarySchema } from './summary-schema.ts';

test('docs/summary.schema.json is current; else run: node scripts/write-schemas.ts && npm run fix', () => {
  const stored = readFileSync(new URL('../../docs/summary.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(summarySchema())));
});
