import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Metric } from '../contracts/index.ts';
import { newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();
const make = (...args: string[]) => sextant({ cwd }, 'synth', 'make', ...args, '--seed', '4', '--json');

test('synth make writes a set that run reads with --data', async () => {
  const made = await make('synth-motion', '--count', '4', '--out', 'set', '--difficulty', 'easy', '--workers', '1');
  expect(made.code).toBe(0);
  expect(made.json[0]).toMatchObject({ folder: 'set', count: 4, scenes: 1, seed: 4, generator: 'synth-motion-6' });
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

// Questions from a folder had none once, so that these baselines failed and reports could not show what they come to.
test('reports of a set from a folder show what part of a scene alone comes to, and who knows it plays that well', async () => {
  const run = (model: string) =>
    sextant({ cwd }, 'run', 'synth-motion', '--data', 'set', '--model', model, '--out', model.slice(9), '--json');
  const random = (await run('baseline/random')).json[1].summary;
  const cameraStill = (await run('baseline/still-camera')).json[1].summary;
  const sampleWise = ({ metrics }: { metrics: Metric[] }) => metrics.find(({ name }) => name === 'sample-wise');
  const ablated = sampleWise(random)?.ablated ?? expect.fail();
  expect(Object.keys(ablated)).toEqual(['ends', 'still-camera']);
  expect(sampleWise(cameraStill)?.ablated).toEqual(ablated);
  // One question: the baseline knows the answer of all its views, of none, or guesses.
  if (ablated['still-camera'] === 1) expect(sampleWise(cameraStill)?.value).toBe(1);
  const { stdout } = await sextant({ cwd }, 'report', 'random', '--format', 'csv');
  expect(stdout).toContain('part of the scene ends (%),part of the scene still-camera (%)');
});

test('what a person answered stands beside it too', async () => {
  const { data } = JSON.parse(readFileSync(join(cwd, 'run/summary.json'), 'utf8'));
  const [, ...units] = readFileSync(join(cwd, 'run/results.ndjson'), 'utf8').trim().split('\n');
  const answers = units.map((line) => ({ of: 0, unit: JSON.parse(line).id, text: 'A', ms: 900 }));
  const benchmarks = [{ name: 'synth-motion', data: data.sha256 }];
  const file = { format: 'sextant-survey-answers-1', name: 'Ann', benchmarks, answers };
  writeFileSync(join(cwd, 'ann.json'), JSON.stringify(file));
  const { json } = await sextant({ cwd }, 'import', 'survey', 'ann.json', '--data', 'set', '--json');
  expect(Object.keys(json[0].summary.metrics[0].ablated)).toEqual(['ends', 'still-camera']);
});

test('parts become one set with the bytes of an undivided one', async () => {
  const point = (...args: string[]) =>
    make('synth-point', '--count', '6', '--difficulty', 'easy', '--workers', '1', ...args);
  await point('--out', 'plain');
  expect((await point('--out', 'parts', '--shard', '2/2')).json[0]).toMatchObject({ shard: { index: 2, count: 2 } });
  expect((await point('--out', 'parts', '--merge', '2')).json[0]).toMatchObject({
    code: 'parts_missing',
    message: 'shards are missing or not finished: 1/2',
  });
  expect(existsSync(join(cwd, 'parts'))).toBe(false);
  await point('--out', 'parts', '--shard', '1/2');
  const cut = readdirSync(cwd).find((name) => name.includes('shard-1-of-2')) ?? '';
  const whole = readFileSync(join(cwd, cut));
  // As a killed process leaves it: refused, made again from there.
  writeFileSync(join(cwd, cut), whole.subarray(0, whole.length - 5));
  expect((await point('--out', 'parts', '--merge', '2')).json[0].message).toBe(
    'shards are missing or not finished: 1/2',
  );
  await point('--out', 'parts', '--shard', '1/2');
  expect((await point('--out', 'parts', '--merge', '2')).code).toBe(0);
  expect(filesOf('parts')).toEqual(filesOf('plain'));
  expect(readdirSync(cwd).filter((name) => name.endsWith('.part'))).toEqual([]);
});

function filesOf(dir: string): Record<string, string> {
  const files = readdirSync(join(cwd, dir), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(join(cwd, dir).length), readFileSync(path, 'base64')]));
}

test.each([
  [['synth-motion', '--count', '6'], 'count=6 is not a multiple of 4'],
  [['synth-motion', '--count', '4', '--difficulty', 'brutal'], '"brutal" is not a difficulty'],
  [['synth-motion', '--count', '4', '--difficulty', 'object=4'], 'did you mean objects?'],
  [['synth-smell', '--count', '4'], 'Allowed choices are synth-point'],
])('%j is refused, and nothing is written', async (args, message) => {
  const { code, stderr } = await make(...args, '--out', 'none');
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(existsSync(join(cwd, 'none'))).toBe(false);
});
