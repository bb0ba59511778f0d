import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../files/index.ts';
import { assetsFrom, decodeMask } from '../../media/index.ts';
import { makeDataset } from '../make.ts';
import { readSettings } from '../settings.ts';
import { point } from './family.ts';
import { synthPoint } from './index.ts';

const SCENES = 9;
type Made = Awaited<ReturnType<Awaited<ReturnType<typeof point.open>>['make']>>;

describe('questions', () => {
  const all: Made[] = [];
  beforeAll(async () => {
    const maker = await point.open(synthPoint.levels.hard, 5);
    for (let scene = 0; scene < SCENES; scene += 1) all.push(await maker.make(scene, { draft: true }));
  });
  const samples = () => all.flatMap((made) => made.samples);

  it('are the same in any order', async () => {
    const maker = await point.open(synthPoint.levels.hard, 5);
    for (const scene of [4, 1]) expect(await maker.make(scene, { draft: true })).toEqual(all[scene]);
  });

  it('have the ids that were announced, and are what the published schema reads', () => {
    expect(samples().map(({ id }) => id)).toEqual(samples().map((_, index) => point.idOf(index)));
    for (const sample of samples()) expect(synthPoint.schema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
    for (const sample of samples()) expect(sample.prompt).toContain(sample.object);
  });

  it('are of both splits, both scenes, and one to five steps equally often', () => {
    const values = (axis: string) => new Set(samples().map(({ groups }) => groups[axis]));
    expect(values('split')).toEqual(new Set(['location', 'placement']));
    expect(values('scene')).toEqual(new Set(['indoor', 'outdoor']));
    for (const split of ['location', 'placement']) {
      const steps = Map.groupBy(
        samples().filter((sample) => sample.split === split),
        ({ step }) => step,
      );
      // 18 questions, five numbers of steps.
      expect([...steps.values()].map(({ length }) => length).sort()).toEqual([3, 3, 4, 4, 4]);
    }
  });

  it('have masks that can be pointed at, and no larger than need be', async () => {
    for (const { samples, files } of all) {
      for (const sample of samples) {
        const file = files.find(({ ref }) => ref.sha256 === sample.mask.sha256);
        const { values, width, height } = await decodeMask(file?.bytes ?? new Uint8Array());
        let pixels = 0;
        for (const value of values) if (value > 0) pixels += 1;
        expect({ width, height }).toEqual(sample.size);
        expect(pixels).toBeGreaterThanOrEqual(sample.split === 'location' ? 180 : 900);
        if (sample.split === 'placement') expect(pixels).toBeLessThanOrEqual(0.12 * width * height);
      }
    }
  });

  it('ask for things and places all over the picture', async () => {
    const cells = new Set<string>();
    for (const { samples, files } of all) {
      const assets = assetsFrom(async ({ sha256 }) => {
        return files.find(({ ref }) => ref.sha256 === sha256)?.bytes ?? new Uint8Array();
      });
      for (const sample of samples) {
        const truth = await synthPoint.truth(sample, assets);
        const [[x, y] = [0, 0]] =
          'points' in truth ? truth.points.flatMap((mark) => ('box' in mark ? [] : [mark])) : [];
        cells.add(`${Math.floor(x / 160)} ${Math.floor(y / 160)}`);
      }
    }
    expect(cells.size).toBeGreaterThanOrEqual(10);
  });
});

describe('the published forms', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'sextant-point-')), 'set');
  const args = { ...synthPoint.args, count: '8', seed: '3', difficulty: 'easy' };
  beforeAll(async () => {
    await makeDataset(synthPoint, readSettings(args, synthPoint.levels, 1), { dir, threads: 1, version: '0' });
  });
  afterAll(() => rmSync(join(dir, '..'), { recursive: true }));

  it.each(['raw folders', 'parquet'])('read back as what is generated: %s', async (form) => {
    if (form === 'parquet') {
      for (const name of ['Location', 'Placement']) renameSync(join(dir, name), join(dir, `no ${name}`));
    }
    const [read, generated] = [await synthPoint.load({ dir, args }), await synthPoint.load({ args })];
    expect(read.source).toContain(form);
    expect(read.ids.toSorted()).toEqual(generated.ids.toSorted());
    for (const [index, id] of generated.ids.entries()) {
      const sample = await generated.sample(index);
      expect(await read.sample(read.ids.indexOf(id))).toEqual(sample);
      for (const ref of [...sample.media, sample.mask])
        expect(sha256(await read.bytes(ref))).toBe(sha256(await generated.bytes(ref)));
    }
  });
});

describe('difficulty', () => {
  it.each([{ steps: '6' }, { steps: '0' }, { objects: '3' }, { occlusion: '1' }, { margin: 'much' }])(
    'refuses %j',
    (wrong) => {
      expect(() => point.open({ ...synthPoint.levels.medium, ...wrong }, 1)).toThrow(/is not a/);
    },
  );
});
