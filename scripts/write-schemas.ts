// Writes docs/summary.schema.json. Usage: node scripts/write-schemas.ts && npm run fix
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { summarySchema } from '../src/report/summary-tables.ts';

const file = join(import.meta.dirname, '../docs/summary.schema.json');
writeFileSync(file, `${JSON.stringify(summarySchema(), null, 2)}\n`);
