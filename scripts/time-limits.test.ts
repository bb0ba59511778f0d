import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Of a file, a test or a hook: an option, or a number after the function. */
const LIMIT = /\b(?:test|hook)Timeout\b|\{ timeout: [\d_]+ \}, (?:async )?\(|^\}, [\d_]+\);$/m;

test('four files had a time limit of their own, shorter than that of all: on a busy machine only they failed', async () => {
  const limited: string[] = [];
  for await (const path of glob('{src,web,scripts}/**/*.test.ts', { cwd: root }))
    if (LIMIT.test(readFileSync(join(root, path), 'utf8'))) limited.push(path);
  expect(limited.filter((path) => !import.meta.filename.endsWith(path))).toEqual([]);
});
