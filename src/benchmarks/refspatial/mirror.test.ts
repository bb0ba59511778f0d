import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder, sextant } from '../../cli/testing/sextant.ts';
import { assetsFrom, decodeRgb } from '../../media/index.ts';
import { at } from '../../util/index.ts';
import { refspatialExpand } from './index.ts';
import { makeData, temporaryFolder, writeRaw } from './testing/data.ts';

const cwd = newFolder();
let plain: string;
const words = ['the cup to the left of the door', 'the cup right next to the door', 'the red cup'];

beforeAll(async () => {
  const data = await makeData({ location: 3, placement: 1 });
  for (const { questions } of Object.values(data))
    for (const [n, question] of questions.entries())
      Object.assign(question, { object: at(words, n), prompt: `Please point out ${at(words, n)}.` });
  plain = writeRaw(data);
  const { code, stderr } = await sextant(
    { cwd },
    'data',
    'derive',
    'refspatial-expand',
    '--mirror',
    '--data',
    plain,
    '--out',
    'twins',
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('3 questions mirrored, 1 left out')]);
});

async function read(dir: string) {
  const dataset = await refspatialExpand.load({ dir, args: {} });
  const assets = assetsFrom((ref) => dataset.bytes(ref));
  return { dataset, assets, samples: await Promise.all(dataset.ids.map((_, index) => dataset.sample(index))) };
}

test('picture, mask and words are mirrored under the same ids; what cannot be is named', async () => {
  const [before, after] = [await read(plain), await read(join(cwd, 'twins'))];
  expect(after.dataset.ids).toEqual(['location/0', 'location/2', 'placement/0']);
  expect(at(after.samples, 0).prompt).toBe('Please point out the cup to the right of the door.');
  expect(at(after.samples, 1).prompt).toBe(at(before.samples, 2).prompt);
  for (const sample of after.samples) {
    const twin = before.samples.find(({ id }) => id === sample.id);
    const masks = await Promise.all([before.assets.mask(twin?.mask ?? sample.mask), after.assets.mask(sample.mask)]);
    const rgbs = await Promise.all([
      decodeRgb(await before.dataset.bytes(at(twin?.media ?? [], 0))),
      decodeRgb(await after.dataset.bytes(at(sample.media, 0))),
    ]);
    const { width, height } = masks[0];
    for (const [x, y] of [
      [0, 0],
      [11, 7],
      [width - 1, height - 1],
    ] as const) {
      const [here, there] = [y * width + x, y * width + width - 1 - x];
      expect(masks[1].values[there]).toBe(masks[0].values[here]);
      expect(rgbs[1].rgb.subarray(3 * there, 3 * there + 3)).toEqual(rgbs[0].rgb.subarray(3 * here, 3 * here + 3));
    }
  }
  expect(JSON.parse(readFileSync(join(cwd, 'twins', 'mirror.json'), 'utf8'))).toEqual({
    of: { benchmark: 'refspatial-expand', sha256: before.dataset.sha256 },
    leftOut: [{ id: 'location/1', why: 'its words cannot be mirrored safely' }],
  });
});

test('who knows the plain answers by heart misses the twins, and compare shows the gap', async () => {
  const run = (data: string, out: string, model: string) =>
    sextant({ cwd }, 'run', 'refspatial-expand', '--data', data, '--model', model, '--out', out);
  await run(plain, 'plain', 'baseline/oracle');
  await run('twins', 'sees', 'baseline/oracle');
  const { code, json } = await sextant({ cwd }, 'compare', 'plain', 'sees', '--json');
  expect(code).toBe(0);
  expect(JSON.stringify(json)).toContain('different data');
  // The pixels of the plain pictures, given for the twins.
  expect((await run('twins', 'by-heart', 'replay/plain')).code).toBe(0);
  const { json: summaries } = await sextant({ cwd }, 'score', 'by-heart', '--json');
  expect(summaries[0].metrics[0].value).toBe(0);
});

test('a folder that is there is not replaced', async () => {
  const out = temporaryFolder();
  const { code, stderr } = await sextant(
    { cwd },
    'data',
    'derive',
    'refspatial-expand',
    '--mirror',
    '--data',
    plain,
    '--out',
    out,
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('this folder is there already')]);
  expect(existsSync(join(out, 'mirror.json'))).toBe(false);
});
