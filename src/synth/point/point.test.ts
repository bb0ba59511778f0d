import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../files/index.ts';
import { assetsFrom, decodeMask } from '../../media/index.ts';
import { expectedScores } from '../../stats/index.ts';
import { type AblatedScores, addAblated } from '../ablated.ts';
import { makeDataset } from '../make.ts';
import { readSettings } from '../settings.ts';
import { point } from './family.ts';
import { synthPoint } from './index.ts';
import { stepMix } from './wish.ts';

const SCENES = 30;
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
    for (const scene of [7, 2]) expect(await maker.make(scene, { draft: true })).toEqual(all[scene]);
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
      expect([...steps.values()].map(({ length }) => length)).toEqual([3, 3, 3, 3, 3]);
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

  it('cannot be answered by who knows the kind, follows the last step alone, or has boxes', async () => {
    const scores: AblatedScores = {};
    for (const { samples, files, ablations = [] } of all) {
      for (const [n, sample] of samples.entries()) {
        const { values, width } = await decodeMask(
          files.find(({ ref }) => ref.sha256 === sample.mask.sha256)?.bytes ?? new Uint8Array(),
        );
        const isHit = ([u, v]: readonly [number, number]) => (values[v * width + u] ?? 0) > 0;
        const known = ablations[n] ?? {};
        expect(Object.keys(known).sort()).toEqual(['boxes', 'kind', 'last-step']);
        const group = { ...sample, groups: { steps: sample.step > 1 ? 'several' : 'one', split: sample.split } };
        const expected = await expectedScores(known, (answer) => {
          const [mark] = 'points' in answer ? answer.points : [];
          return { value: Array.isArray(mark) && isHit(mark) ? 1 : 0 };
        });
        addAblated(scores, group, ['steps', 'split'], expected);
      }
    }
    const share = (split: string, name: string) => {
      const { score = 1, samples = 0 } = scores[`steps several, split ${split}`]?.[name] ?? {};
      return score / samples;
    };
    // Of twelve questions each; docs/synth.md has the shares of many.
    for (const split of ['location', 'placement']) {
      expect(share(split, 'kind')).toBeLessThan(0.25);
      expect(share(split, 'last-step')).toBeLessThan(0.35);
      expect(share(split, 'boxes')).toBeLessThan(0.7);
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
  it.each([
    { steps: '6' },
    { steps: 'many' },
    { objects: '3' },
    { occlusion: '1' },
    { margin: 'much' },
    { beyond: '2' },
  ])('refuses %j', (wrong) => {
    expect(() => point.open({ ...synthPoint.levels.medium, ...wrong }, 1)).toThrow(/is not a/);
  });

  it('takes the published mix of steps', () => {
    const count = (list: readonly number[]) =>
      [1, 2, 3, 4, 5].map((step) => list.filter((each) => each === step).length);
    expect(count(stepMix('refspatial').location)).toEqual([54, 129, 58, 0, 0]);
    expect(count(stepMix('refspatial').placement)).toEqual([3, 86, 75, 29, 7]);
    expect(() => point.open({ ...synthPoint.levels.medium, steps: 'refspatial' }, 1)).not.toThrow();
  });
});
