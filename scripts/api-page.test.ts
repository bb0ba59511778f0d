import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiPage } from './api-page.ts';

test('docs/api-reference.md is current; else run: npx node scripts/write-api.ts', async () => {
  const page = await apiPage();
  expect(readFileSync(join(import.meta.dirname, '../docs/api-reference.md'), 'utf8')).toBe(page);
  // What a type-only export leads to cannot be imported as a value, and private members are nobody's business.
  for (const told of ['### `run`', '### `openRobot`', '### `findExtractor`', '### `Sample`', '## `sextant/robot`'])
    expect(page).toContain(`${told}\n`);
  expect(page).not.toContain('### `parseRunLine`');
  expect(page).not.toMatch(/z\.infer|^ {2}(?:private |#)/m);
});
