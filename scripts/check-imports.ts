// Checks that src/ keeps to imports.json, and that neither it nor the page reaches test code. Usage: node scripts/check-imports.ts [folder]
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SourceFile, testImports, violations } from './import-rules.ts';
import { specifiers } from './specifiers.ts';

const root = process.argv[2] ?? '.';
const src = join(root, 'src');
const allowed = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(root, 'imports.json'), 'utf8')));

/** With paths as they are from a folder. */
function read(pattern: string, cwd: string): SourceFile[] {
  const paths = globSync(pattern, { cwd }).sort();
  return paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    imports: specifiers(readFileSync(join(cwd, path), 'utf8')),
  }));
}

const files = read('**/*.ts', src);
const page = read('web/**/*.{ts,tsx}', root);
const found = [
  ...violations(files, allowed).map((each) => ({ ...each, path: `src/${each.path}` })),
  ...testImports(page),
];
for (const { path, line, wrong, allowed } of found) console.error(`${path}:${line}  ${wrong} (${allowed})`);
const all = files.length + page.length;
console.error(found.length > 0 ? `${found.length} forbidden imports.` : `${all} files keep to imports.json.`);
if (found.length > 0) process.exitCode = 1;
