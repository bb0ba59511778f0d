import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openPolicy } from '../policies/resolve.ts';
import { references } from './references.ts';

const span = z.tuple([z.number(), z.number()]);
const Tables = z.object({ training: z.object({ layoutSeeds: z.array(span).min(1) }) });
const manifestOf = (file: URL): unknown =>
  JSON.parse(readFileSync(fileURLToPath(file).replace('.onnx', '.json'), 'utf8'));
const root = join(import.meta.dirname, '../../..');

/** Demonstrations begin at 0, evaluation at 100,000 · (1 + seed) with a seed of at most 1,000; tries go 10 · 10,000 further. */
const LAST_SEED = 100_000 * 1001 + 10 * 10_000;

test('no reference network was trained on a table that a benchmark can lay', () => {
  // The numbers above are those of the benchmark.
  const load = readFileSync(join(root, 'src/benchmarks/rsb/load.ts'), 'utf8');
  for (const line of [
    'const TRY_STRIDE = 10_000;',
    'const TRIES = 10;',
    "whole(args, 'seed', 0, 1000)",
    '100_000 * (1 + seed)',
  ])
    expect(load).toContain(line);
  for (const { file } of references.filter(({ ability }) => ability === 'act')) {
    const { layoutSeeds } = Tables.parse(manifestOf(file)).training;
    for (const [first, last] of layoutSeeds) {
      expect(first).toBeGreaterThan(LAST_SEED);
      expect(last).toBeGreaterThanOrEqual(first);
    }
  }
});

test('the wordings that were trained on are those for training, and none that evaluation uses', () => {
  const told = readFileSync(join(root, 'src/benchmarks/rsb/instructions-direct.ts'), 'utf8');
  const direct = told.slice(told.indexOf('direct: {'), told.indexOf('named: {'));
  const [seen = '', unseen = ''] = direct.split('unseen:');
  const trained = readFileSync(join(root, 'training/pick/wordings.txt'), 'utf8').trim().split('\n');
  expect([...seen.matchAll(/'(.*)',/g)].map(([, wording]) => wording)).toEqual(trained);
  expect(trained.filter((wording) => unseen.includes(wording))).toEqual([]);
});

test('reference/pick opens by its name, offline, and is marked as one with hands', async () => {
  const policy = await openPolicy('reference/pick', { cwd: '/' });
  expect(policy.id).toBe('reference/pick');
  expect(policy.needs).toMatchObject({ cameras: ['head_camera'], peeks: 'hands', action: 'qpos' });
  await policy.close?.();
});
