import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import type { Explanation } from '../contracts/index.ts';
import { explainRuns, openStored } from '../engine/index.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);
const run = (out: string, ...args: string[]) => here('run', 'tiny:count=20', '--out', out, ...args);

beforeAll(async () => {
  await run('oracle', '--model', 'baseline/oracle');
  await run('first', '--model', 'baseline/first');
  await run('half', '--model', 'baseline/oracle', '--limit', '10');
});

async function explained(a: string, b: string): Promise<Explanation> {
  const { code, json } = await here('explain', a, b, '--json');
  expect(code).toBe(0);
  return json[0];
}

test('another model explains other replies, and the points add up to the difference', async () => {
  const { a, b, shared, causes, fields } = await explained('oracle', 'first');
  expect(shared).toBe(20);
  expect(causes.map(({ cause }) => cause)).toEqual(['reply']);
  expect(causes[0]?.points).toBeCloseTo((a.score ?? 0) - (b.score ?? 0), 12);
  expect(fields.find(({ field }) => field === 'model.id')).toMatchObject({ reaches: ['reply', 'errors'] });
});

test('the same run twice differs in nothing', async () => {
  const { causes, fields } = await explained('oracle', 'oracle');
  expect([causes, fields]).toEqual([[], []]);
});

test('units that only one run has are named as such, and take no points', async () => {
  const { causes } = await explained('half', 'oracle');
  expect(causes).toMatchObject([{ cause: 'selection', points: 0 }]);
  expect(causes[0]?.units).toHaveLength(10);
});

test('the same replies under two recipes: the reader explains what is read differently', async () => {
  const server = await startUnitServer(() => behave.says('I would say (A).'));
  const asked = (protocol: string) =>
    sextant(
      { cwd, env: server.env },
      'run',
      'tiny:count=20',
      '--model',
      'openai/m',
      '--protocol',
      protocol,
      '--out',
      protocol,
    );
  await asked('tiny/official');
  await asked('tiny/strict');
  await server.close();
  const { causes, fields } = await explained('tiny/official', 'tiny/strict');
  expect(causes.map(({ cause }) => cause)).toEqual(['reading']);
  expect(fields.find(({ field }) => field === 'protocol.extractor')?.reaches).toEqual(['reading']);
});

test('a unit that an error left open takes no points', async () => {
  const server = await startUnitServer((_key, earlier) =>
    server.asked.length === 1 || earlier > 0 ? behave.status(400) : behave.says('A'),
  );
  await sextant({ cwd, env: server.env }, 'run', 'tiny:count=20', '--model', 'openai/m', '--out', 'one-error');
  await server.close();
  const { causes } = await explained('oracle', 'one-error');
  expect(causes[0]).toMatchObject({ cause: 'errors', points: 0 });
  expect(causes[0]?.units).toHaveLength(1);
});

test('a unit that a protocol leaves out of its mean takes no points either', async () => {
  const oracle = await openStored(join(cwd, 'oracle'));
  const [dropped] = oracle.units;
  const without = oracle.units.map((unit) =>
    unit === dropped ? { ...unit, id: unit.id, epoch: 0, score: null } : unit,
  );
  const { shared, causes } = await explainRuns(oracle, { ...oracle, units: without });
  expect(shared).toBe(19);
  expect(causes).toMatchObject([{ units: [dropped?.id], points: 0 }]);
});

test('in words: each unit stands in one row, and a field says what it can explain', async () => {
  const { stdout } = await here('explain', 'oracle', 'first');
  expect(stdout).toContain('the reply differs');
  expect(stdout).toMatch(/model\.id .*"baseline\/oracle".*"baseline\/first".*the reply differs \(\d+\)/);
});
