/**
 * Tables and plots of docs/references.md, and a table of docs/rsb.md, from the summaries of runs.
 * npx node scripts/write-references.ts RUNS   keeps the summaries in docs/references.json, and writes
 * npx node scripts/write-references.ts        writes again from what is kept
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { demand } from '../src/util/index.ts';
import { filledPage, filledPages, isWhole, measuredOf, questionCurve, Runs, stepCurve } from './reference-page.ts';

const docs = join(import.meta.dirname, '../docs');
const [folder] = process.argv.slice(2);
const kept = Runs.parse(JSON.parse(readFileSync(join(docs, 'references.json'), 'utf8')));
const files = folder === undefined ? [] : globSync(join(folder, '*/summary.json'));
for (const file of files) {
  const summary: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isWhole(summary)) kept[basename(dirname(file))] = measuredOf(summary);
}
const sorted = Object.fromEntries(
  Object.keys(kept)
    .sort()
    .map((name) => [name, demand(kept, name)]),
);
writeFileSync(join(docs, 'references.json'), `${JSON.stringify(sorted, null, 2)}\n`);
writeFileSync(join(docs, 'references-questions.svg'), questionCurve(sorted));
writeFileSync(join(docs, 'references-steps.svg'), stepCurve(sorted, 'medium'));
for (const name of filledPages) {
  const page = join(docs, name);
  writeFileSync(page, filledPage(readFileSync(page, 'utf8'), sorted));
}
