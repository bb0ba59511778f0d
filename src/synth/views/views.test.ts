import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MmsiSample, mmsi } from '../../benchmarks/index.ts';
import { partQuestion } from '../../extract/index.ts';
import { sha256 } from '../../files/index.ts';
import { makeDataset } from '../make.ts';
import { readSettings } from '../settings.ts';
import { views } from './family.ts';
import { synthViews } from './index.ts';

describe('questions', () => {
  const samples: MmsiSample[] = [];
  const SCENES = 11;
  beforeAll(async () => {
    const maker = await views.open(synthViews.levels.medium, 5);
    for (let scene = 0; scene < SCENES; scene += 1) samples.push(...(await maker.make(scene, { draft: true })).samples);
  });

  it('are of all types, with all letters, equally often', () => {
    const counts = (of: (sample: MmsiSample) => string) => Map.groupBy(samples, of);
    const categories = counts(({ groups }) => groups.category ?? '');
    expect(categories.size).toBe(11);
    for (const some of categories.values()) expect(some).toHaveLength((SCENES * views.perScene) / 11);
    for (const some of counts(({ answer }) => answer).values())
      expect(Math.abs(some.length - samples.length / 4)).toBeLessThan(1);
  });

  it('have four different options, which the published reader finds', () => {
    for (const { question, stem, choices, answer } of samples) {
      expect(partQuestion(question)).toEqual({ stem, options: choices });
      expect(new Set(Object.values(choices)).size).toBe(4);
      expect(choices[answer]).toBeTruthy();
    }
  });

  it('have the ids that were announced, and are what the published schema reads', () => {
    expect(samples.map(({ id }) => id)).toEqual(samples.map((_, index) => views.idOf(index)));
    for (const sample of samples) {
      expect(synthViews.schema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
      expect(sample.thought).toBeTruthy();
      expect(sample.media.length).toBeGreaterThanOrEqual(2);
      expect(sample.media.length).toBeLessThanOrEqual(4);
    }
  });

  it('have each of a set of words as the answer about as often', () => {
    const sets = Map.groupBy(samples, ({ choices }) => Object.values(choices).sort().join('|'));
    for (const some of [...sets.values()].filter(({ length }) => length >= 12)) {
      const right = Map.groupBy(some, ({ choices, answer }) => choices[answer]);
      // Dealt evenly per type, not per set of words: by chance one of four may be missing among twelve.
      for (const same of right.values()) expect(same.length).toBeLessThanOrEqual(some.length / 2);
    }
  });
});

describe('the published forms', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'sextant-views-')), 'set');
  const args = { ...synthViews.args, count: '12', seed: '3', difficulty: 'easy' };
  beforeAll(async () => {
    await makeDataset(synthViews, readSettings(args, synthViews.levels, 1), { dir, threads: 1, version: '0' });
  });
  afterAll(() => rmSync(join(dir, '..'), { recursive: true }));

  // Made again, the second scene first: nothing depends on what was made before.
  it.each(['MMSI_Bench.parquet', 'MMSI_bench.tsv'])('%s is read back as what is generated', async (file) => {
    const [read, made] = [await synthViews.load({ dir: join(dir, file), args }), await synthViews.load({ args })];
    expect(read.ids).toEqual(made.ids);
    for (const index of made.ids.keys().toArray().reverse()) {
      const [a, b] = [await read.sample(index), await made.sample(index)];
      // The table spells categories in its own way, and has neither reasoning nor difficulty.
      const { label, thought, difficulty, groups, ...same } = b;
      expect(a).toMatchObject({ ...same, groups: { category: groups.category, images: groups.images } });
      if (file.endsWith('parquet')) expect(a).toEqual(b);
      for (const ref of b.media) expect(sha256(await read.bytes(ref))).toBe(sha256(await made.bytes(ref)));
    }
  });

  it('are read by the published benchmark too', async () => {
    expect((await mmsi.load({ dir, args: { circular: '1' } })).ids).toHaveLength(48);
  });
});

it.each([{ views: '7' }, { views: '1' }, { objects: '3' }, { margin: '40' }, { visible: '2' }])(
  'refuses %j',
  (wrong) => {
    expect(() => views.open({ ...synthViews.levels.medium, ...wrong }, 1)).toThrow(/is not a/);
  },
);
