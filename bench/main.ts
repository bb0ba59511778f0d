import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run bench -- <name>`: each benchmark is a file here, prints what it measured and the ratios. */
const helpers = ['main', 'measure'];
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !helpers.includes(name));
const [name = ''] = process.argv.slice(2);
if (names.includes(name)) await import(join(import.meta.dirname, `${name}.ts`));
else {
  console.error(`usage: npm run bench -- <${names.join('|')}>`);
  process.exitCode = 2;
}
