import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../files/index.ts';
import { decodeMask } from '../media/index.ts';
import { families } from './index.ts';
import { makeDataset } from './make.ts';
import type { SceneRecord } from './scene-record.ts';

/**
 * One scene of seed 5, easy: how many of its questions are asked for, and the hash of its line (without the hashes of
 * pictures, which golden-data.test.ts has) and of its maps. Another generator's name, other hashes.
 */
const golden: [id: string, count: number, sha256: string][] = [
  ['synth-point', 1, '130dfecd250820942a40b0be28cbe9125396101ddd8d41fe2a386036b1cd4399'],
  ['synth-views', 5, 'c88076bd12eb2a676b6c089aaf48529861e818edac2cce37da9b5088acc0e215'],
  ['synth-motion', 4, '277678a7e82dc86d6cb60e6111385527b8b1e0a03e1a4c04a2485460b2d7d0dd'],
  ['synth-act', 1, '2124f36d1207a838eb78d63391c490ee68cfea8894218b735b7f29f1ce74bc7b'],
];

const dir = mkdtempSync(join(tmpdir(), 'synth-scenes-'));
const read = (id: string, name: string) => readFileSync(join(dir, id, name));
type Line = Omit<SceneRecord, 'pictures'> & {
  pictures: (SceneRecord['pictures'][number] & { segmentation: string; depth: string })[];
};
const sceneOf = (id: string): Line => JSON.parse(read(id, 'scenes.jsonl').toString());

beforeAll(async () => {
  for (const [id, count] of golden) {
    const benchmark = families.find((one) => one.id === id) ?? expect.fail();
    const settings = { seed: 5, count, difficulty: benchmark.levels.easy };
    await makeDataset(benchmark, settings, { dir: join(dir, id), threads: 1, version: '0', maps: true });
  }
});
afterAll(() => rmSync(dir, { recursive: true }));

test.each(golden)('what %s says of a scene is always the same', (id, _, hash) => {
  const line = read(id, 'scenes.jsonl')
    .toString()
    .replaceAll(/"sha256":"[^"]+",/g, '');
  const maps = sceneOf(id).pictures.flatMap(({ segmentation, depth }) => [segmentation, depth]);
  expect(sha256([line, ...maps.map((name) => sha256(read(id, name)))].join('\n'))).toBe(hash);
});

test.each(golden)('%s names each question that was asked for, and no other', async (id, count) => {
  const family = await (families.find((one) => one.id === id) ?? expect.fail()).family();
  const ids = sceneOf(id).samples.map((sample) => sample.id);
  expect(ids).toEqual(Array.from({ length: count }, (_, index) => family.idOf(index)));
});

test.each(golden)('every number in the maps of %s is explained, and pixels are as many as it says', async (id) => {
  const { pictures, things, regions, otherIds } = sceneOf(id);
  const known = new Set([0, ...Object.keys(otherIds).map(Number), ...[...things, ...regions].map((one) => one.id)]);
  for (const { segmentation, depth, seen = [] } of pictures.slice(0, 1)) {
    const { values } = await decodeMask(read(id, segmentation));
    const far = await decodeMask(read(id, depth));
    expect([...new Set(values)].filter((value) => !known.has(value))).toEqual([]);
    for (const sight of seen) expect(values.filter((value) => value === sight.id)).toHaveLength(sight.pixels);
    // Millimetres, of which a byte would hold 255.
    expect(far.values.some((value) => value > 500)).toBe(true);
    expect(values.some((value, i) => value === 0 && far.values[i] !== 0)).toBe(false);
  }
});

// Blank questions, options that stood twice, and no instruction were on cards once.
test.each(golden)(
  'the card of %s shows a question with its options once, and what a robot is told',
  async (id, count) => {
    const benchmark = families.find((one) => one.id === id) ?? expect.fail();
    const args = { ...benchmark.args, seed: '5', count: String(count), difficulty: 'easy' };
    const dataset = await benchmark.load({ dir: join(dir, id), args });
    const { question, told, choices = {} } = benchmark.show(await dataset.sample(0));
    const lines = read(id, 'README.md').toString().split('\n');
    const shown = [
      ...question.split('\n'),
      ...Object.entries(choices).map(([letter, option]) => `${letter}: ${option}`),
    ];
    expect(question).not.toBe('');
    expect(lines.filter((line) => line.startsWith('> '))).toEqual(shown.map((line) => `> ${line}  `));
    expect(lines.some((line) => line.startsWith('The robot is told: '))).toBe(told !== undefined);
  },
);

const hasPython = spawnSync('python3', ['--version']).status === 0;

function recompute(...ids: string[]) {
  const script = join(import.meta.dirname, '../../examples/recompute_truth.py');
  return spawnSync('python3', [script, ...ids.map((id) => join(dir, id))], { encoding: 'utf8' });
}

test.skipIf(!hasPython)('a stranger finds every truth again', () => {
  const { stdout, stderr, status } = recompute(...golden.map(([id]) => id));
  expect(stderr).toBe('');
  for (const [id, count] of golden) expect(stdout).toContain(`${id}: ${count} of ${count} truths agree`);
  expect(status).toBe(0);
});

test.skipIf(!hasPython)('a stranger notices a truth that was changed', () => {
  const file = join(dir, 'synth-motion', 'metadata_4aug.csv');
  const table = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    table.replace(/,([A-D]),,std/, (_, right) => `,${right === 'A' ? 'B' : 'A'},,std`),
  );
  const { stdout, status } = recompute('synth-motion');
  expect(stdout).toContain('synth-motion: 3 of 4 truths agree');
  expect(status).toBe(1);
});
