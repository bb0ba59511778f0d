// Writes docs/api-reference.md. Usage: npx node scripts/write-api.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './api-page.ts';

writeFileSync(join(import.meta.dirname, '../docs/api-reference.md'), await apiPage());
