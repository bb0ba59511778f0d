import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RunRoots } from './run-roots.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sextant-roots-')));
afterAll(() => rmSync(folder, { recursive: true }));
for (const run of ['runs/mine', 'runs/suite/first', 'runs-of-others/secret', 'elsewhere']) {
  mkdirSync(join(folder, run), { recursive: true });
  writeFileSync(join(folder, run, 'run.json'), '{}');
}
symlinkSync(join(folder, 'runs/mine'), join(folder, 'runs/alias'));
symlinkSync(join(folder, 'elsewhere'), join(folder, 'runs/link'));
const roots = new RunRoots([join(folder, 'runs')]);

test('runs below a root are found by their path', () => {
  expect(roots.list().map(({ run }) => run)).toEqual(['mine', join('suite', 'first')]);
  expect(roots.find('suite/first')).toBe(join(folder, 'runs/suite/first'));
});

test.each([
  ['a neighbour whose name begins alike', '../runs-of-others/secret'],
  ['the same by its whole path', join(folder, 'runs-of-others/secret')],
  ['a link to somewhere else', 'link'],
  ['a link to a run of the same root', 'alias'],
  ['what is above', '../elsewhere'],
  ['a folder that is no run', 'suite'],
])('%s is no run of a root', (_, name) => {
  expect(() => roots.find(name)).toThrow('no run is called');
});
