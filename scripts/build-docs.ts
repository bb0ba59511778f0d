// Makes a site of the Markdown pages that opens from disk and can be searched: npm run docs [-- --out DIR]
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './docs-site/build.ts';

const root = join(import.meta.dirname, '..');
const own = join(root, 'docs', 'html');
const { values } = parseArgs({ options: { out: { type: 'string' } } });
// Only our own folder may be emptied: pages that no longer exist would stay in it.
if (values.out === undefined) rmSync(own, { recursive: true, force: true });
const out = values.out ?? own;
buildSite(root, out);
console.log(`Documentation: ${relative(process.cwd(), join(out, 'index.html'))}`);
