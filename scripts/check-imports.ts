// Checks that src/ keeps to imports.json. Usage: node scripts/check-imports.ts [folder]
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { violations } from './import-rules.ts';
import { specifiers } from './specifiers.ts';

const root = process.argv[2] ?? '.';
const src = join(root, 'src');
const allowed = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(root, 'imports.json'), 'utf8')));

const files = globSync('**/*.ts', { cwd: src }).sort();
const found = violations(
  files.map((file) => ({
    path: file.replaceAll('\\', '/'),
    imports: specifiers(readFileSync(join(src, file), 'utf8')),
  })),
  allowed,
);
for (const { path, line, wrong, allowed } of found) console.error(`src/${path}:${line}  ${wrong} (${allowed})`);
console.error(found.length > 0 ? `${found.length} forbidden imports.` : `${files.length} files keep to imports.json.`);
if (found.length > 0) process.exitCode = 1;
