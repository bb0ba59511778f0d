import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();
const make = (...args: string[]) => sextant({ cwd }, 'synth', 'make', ...args, '--seed', '4', '--json');

test('synth make writes a set that run reads with --data', async () => {
  const made = await make('synth-motion', '--count', '4', '--out', 'set', '--difficulty', 'easy', '--workers', '1');
  expect(made.code).toBe(0);
  expect(made.json[0]).toMatchObject({ folder: 'set', count: 4, scenes: 1, seed: 4, generator: 'synth-motion-5' });
  expect(readFileSync(join(cwd, 'set/README.md'), 'utf8')).toContain('![](examples/1-1.png)');
  expect(existsSync(join(cwd, 'set/examples/1-1.png'))).toBe(true);
  const run = await sextant(
    { cwd },
    ...['run', 'synth-motion', '--data', 'set', '--model', 'baseline/oracle', '--out', 'run', '--json'],
  );
  expect(run.code).toBe(0);
  expect(run.stderr).not.toContain('warning');
  expect(run.json[1].summary.metrics[0]).toMatchObject({ name: 'group-wise (≥3 of 4)', value: 1 });
});

test.each([
  [['synth-motion', '--count', '6'], 'count=6 is no multiple of 4'],
  [['synth-motion', '--count', '4', '--difficulty', 'brutal'], '"brutal" is no difficulty'],
  [['synth-motion', '--count', '4', '--difficulty', 'object=4'], 'did you mean objects?'],
  [['synth-smell', '--count', '4'], 'Allowed choices are synth-point'],
])('%j is refused, and nothing is written', async (args, message) => {
  const { code, stderr } = await make(...args, '--out', 'none');
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(existsSync(join(cwd, 'none'))).toBe(false);
});
