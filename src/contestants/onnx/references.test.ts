import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openPolicy } from '../policies/resolve.ts';
import { references } from './references.ts';

const span = z.tuple([z.number(), z.number()]);
const Tables = z.object({ training: z.object({ layoutSeeds: z.array(span).min(1) }) });
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
  const policies = references.filter(({ ability }) => ability === 'act').map(({ file }) => fileURLToPath(file));
  const diets = globSync('training/diets/*.onnx', { cwd: root }).map((file) => join(root, file));
  expect(diets.length).toBeGreaterThan(0);
  for (const file of [...policies, ...diets]) {
    const manifest: unknown = JSON.parse(readFileSync(file.replace('.onnx', '.json'), 'utf8'));
    const { layoutSeeds } = Tables.parse(manifest).training;
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

test('reference/act opens by its name, sees with three cameras and moves joints by itself', async () => {
  const policy = await openPolicy('reference/act', { cwd: '/' });
  expect(policy.id).toBe('reference/act');
  const cameras = ['head_camera', 'left_camera', 'right_camera'];
  expect(policy.needs).toMatchObject({ cameras, peeks: 'nothing', action: 'qpos' });
  await policy.close?.();
});

test('no network is larger than 8 MB, and all together are at most 20', () => {
  const sizes = references.map(({ file }) => statSync(file).size);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(8e6);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20e6);
});

test('no verb starts with the ONNX runtime: it is imported when a network is opened', () => {
  const seen = new Set(globSync('src/cli/*.ts', { cwd: root }).filter((file) => !file.includes('.test.')));
  const outside = new Set<string>();
  for (const file of seen) {
    // What is only a type is not there at run time, and what is imported in the midst of things comes later.
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(import|export) type [^;]*;/gm, '');
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?:[^'"=;()]* from )?'([^']+)'/gm)) {
      const next = relative(root, join(root, dirname(file), from));
      if (!from.startsWith('.')) outside.add(from);
      else if (existsSync(join(root, next))) seen.add(next);
    }
  }
  expect(seen).toContain(join('src', 'contestants', 'onnx', 'references.ts'));
  expect(outside).toContain('commander');
  expect([...seen, ...outside].filter((name) => /onnxruntime|onnx.(open|runtime|network)\.ts/.test(name))).toEqual([]);
});
