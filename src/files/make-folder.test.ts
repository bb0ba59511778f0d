import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'sextant-folder-'));

test('all missing levels are made, and what is there already is no error', () => {
  const path = join(newFolder(), 'a', 'b', 'c');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test('a file in its place or on the way is refused', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'a', 'b'))).toThrow('ENOTDIR');
});

// Node's recursive mkdir never returns there.
test.runIf(existsSync('/proc/self'))('below /proc, where no folder can be made, it is an error and not a hang', () => {
  expect(() => makeFolder('/proc/x/y')).toThrow(/ENOENT|EACCES|EPERM/);
});
