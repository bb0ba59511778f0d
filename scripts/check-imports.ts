// Checks that src/ and web/ keep to imports.json. Usage: node scripts/check-imports.ts [folder]
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unused, violations } from './import-rules.ts';
import { specifiers } from './specifiers.ts';

const root = process.argv[2] ?? '.';
const src = join(root, 'src');
const allowed = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(root, 'imports.json'), 'utf8')));

const rooms = globSync('**/*.ts', { cwd: src }).map((path) => ({ path, file: join(src, path) }));
const page = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**'] });
const files = [...rooms, ...page.map((path) => ({ path, file: join(root, path) }))]
  .map(({ path, file }) => ({ path: path.replaceAll('\\', '/'), imports: specifiers(readFileSync(file, 'utf8')) }))
  .sort((a, b) => (a.path < b.path ? -1 : 1));

const found = violations(files, allowed);
for (const { path, line, wrong, allowed } of found) {
  console.error(`${path.startsWith('web/') ? '' : 'src/'}${path}:${line}  ${wrong} (${allowed})`);
}
const spare = unused(files, allowed);
for (const problem of spare) console.error(`imports.json  ${problem}: allow what is used and no more`);
const count = found.length + spare.length;
console.error(count > 0 ? `${count} problems with imports.` : `${files.length} files keep to imports.json.`);
if (count > 0) process.exitCode = 1;
