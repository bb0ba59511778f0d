import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demandFile, nearPath } from './near-path.ts';

const folder = mkdtempSync(join(tmpdir(), 'near-'));
mkdirSync(join(folder, 'runs', 'tiny-random'), { recursive: true });
writeFileSync(join(folder, 'runs', 'tiny-random', 'run.json'), '');

test('a mistyped path is answered with the one that is there, however deep the mistake', () => {
  expect(nearPath(join(folder, 'runs/tiny-randm'))).toBe(join(folder, 'runs/tiny-random'));
  expect(nearPath(join(folder, 'rnus/tiny-random'))).toBe(join(folder, 'runs/tiny-random'));
  expect(nearPath(join(folder, 'run/tiny-random'))).toBe(join(folder, 'runs/tiny-random'));
  expect(nearPath(join(folder, 'run/tiny-rando/run.jsn'))).toBe(join(folder, 'runs/tiny-random/run.json'));
});

test('a short name is not taken for another short name', () => {
  mkdirSync(join(folder, 'home'));
  expect(nearPath(join(folder, 'nope'))).toBeUndefined();
  expect(nearPath('/a')).toBeUndefined();
});

test('a file that must be there is missed by its own name', () => {
  expect(() => demandFile(join(folder, 'my-modle.ts'), 'unknown_model')).toThrow('there is no such file');
});
