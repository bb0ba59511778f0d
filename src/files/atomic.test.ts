import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRunFile } from '../store/run-folder.ts';
import { writeFileAtomic, writeJsonAtomic } from './atomic.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sextant-atomic-'));

test('a file is replaced whole and no draft stays behind', () => {
  const dir = folder();
  writeFileAtomic(join(dir, 'deep', 'a.txt'), 'old');
  writeFileAtomic(join(dir, 'deep', 'a.txt'), 'new');
  writeJsonAtomic(join(dir, 'deep', 'b.json'), { a: 1 });
  expect(readFileSync(join(dir, 'deep', 'a.txt'), 'utf8')).toBe('new');
  expect(readdirSync(join(dir, 'deep'))).toEqual(['a.txt', 'b.json']);
});

test('a folder without run.json, with broken JSON, or with a missing field says so by name', () => {
  const dir = folder();
  expect(() => readRunFile(dir)).toThrow('not a run folder');
  writeFileSync(join(dir, 'run.json'), '{"format":');
  expect(() => readRunFile(dir)).toThrow('not JSON');
  writeFileSync(join(dir, 'run.json'), '{"format":"sextant-run-1"}');
  expect(() => readRunFile(dir)).toThrow('spec:');
});
