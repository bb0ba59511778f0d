import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Sample } from '../../contracts/index.ts';
import { publishedBenchmarks } from '../index.ts';

/** Files that pandas, pyarrow and Hugging Face's `datasets` wrote: see `fixtures/make.py`. */
const fixtures = join(import.meta.dirname, 'fixtures');

async function samplesOf(id: string, folder: string) {
  const benchmark = publishedBenchmarks.find((one) => one.id === id);
  if (!benchmark) throw new Error(`no benchmark ${id}`);
  const dataset = await benchmark.load({ dir: join(fixtures, folder), args: benchmark.args });
  const samples: Sample[] = [];
  for (const index of dataset.ids.keys()) samples.push(benchmark.schema.parse(await dataset.sample(index)));
  for (const sample of samples)
    for (const ref of [...sample.media, ...(benchmark.evidence?.(sample) ?? [])])
      expect((await dataset.bytes(ref)).length).toBe(ref.bytes);
  return { samples, dataset };
}

test.each([
  [
    'vsi',
    'vsi-hub',
    [
      { id: '0', answer: 'B', choices: { A: 'bed', B: 'tv' } },
      { answer: 4, choices: {} },
    ],
  ],
  [
    'vsi',
    'vsi-easi',
    [
      { id: '0', answer: 'B', choices: { A: 'bed', B: 'tv' } },
      { answer: 4, choices: {} },
    ],
  ],
  ['embspatial', 'embspatial-hub', [{ id: 'mp3d_1_0', answer: 'C', choices: { B: "don't" } }]],
  ['embspatial', 'embspatial-easi', [{ id: 'mp3d_1_0', answer: 'C', choices: { B: "don't" } }]],
  ['mindcube', 'mindcube-hub', [{ answer: 'B', groups: { setting: 'among', images: '2' } }]],
  ['3dsr', '3dsr-hub', [{ id: 'ABCDEFGH', answer: 'B', choices: { A: 'cup', B: 'box' } }]],
  ['3dsr', '3dsr-kit', [{ id: 'ABCDEFGH' }, { id: 'ABCDEFGH-1', answer: 'A', choices: { A: 'box', B: 'cup' } }]],
  ['site', 'site-hub', [{ answer: 'C', groups: { options: '3', medium: 'image' } }]],
  ['viewspatial', 'viewspatial-hub', [{ answer: 'B', groups: { images: '2' } }]],
  ['vlm4d', 'vlm4d', [{ answer: 'B', groups: { part: 'real' } }]],
  ['where2place', 'where2place', [{ id: '0', cluster: 'room.jpg', size: { width: 640, height: 480 } }]],
  ['where2place', 'where2place-hub', [{ id: '7', size: { width: 64, height: 48 } }]],
  [
    'robospatial',
    'robospatial-hub',
    [{ truth: 'no' }, { truth: 'yes', id: 'configuration/0' }, { id: 'context/0', size: { width: 64, height: 48 } }],
  ],
  ['robospatial', 'robospatial-easi', [{ id: '0', truth: 'yes' }, { truth: 'no' }, { size: { width: 4, height: 3 } }]],
  ['robospatial', 'robospatial-files', [{ groups: { category: 'context' }, mask: { type: 'image/png' } }]],
])('%s is read from %s as Python wrote it', async (id, folder, expected) => {
  const { samples } = await samplesOf(id, folder);
  expect(samples).toMatchObject(expected);
});

test('a mask in JPEG has the values that Python’s imaging library decodes, and is kept as PNG', async () => {
  const { samples, dataset } = await samplesOf('where2place', 'where2place');
  const where2place = publishedBenchmarks.find(({ id }) => id === 'where2place');
  const [mask] = samples.flatMap((sample) => where2place?.evidence?.(sample) ?? []);
  if (!mask) throw new Error('a mask');
  expect(mask.type).toBe('image/png');
  const { decodeMask } = await import('../../media/index.ts');
  const { values, width } = await decodeMask(await dataset.bytes(mask));
  const python = JSON.parse(readFileSync(join(fixtures, 'where2place/values.json'), 'utf8'));
  expect([...values].reduce((sum, value) => sum + value, 0)).toBe(python.sum);
  expect([...values.subarray(99 * width, 100 * width)]).toEqual(python.edge);
});
