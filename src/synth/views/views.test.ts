import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MmsiSample, mmsi } from '../../benchmarks/index.ts';
import type { Ablations } from '../../contracts/index.ts';
import { partQuestion } from '../../extract/index.ts';
import { sha256 } from '../../files/index.ts';
import { makeDataset } from '../make.ts';
import { readSettings } from '../settings.ts';
import { wordsIn } from '../testing/words.ts';
import { views } from './family.ts';
import { synthViews } from './index.ts';

describe('questions', () => {
  const samples: MmsiSample[] = [];
  const ablations: Ablations[] = [];
  const SCENES = 11;
  beforeAll(async () => {
    const maker = await views.open(synthViews.levels.medium, 5);
    for (let scene = 0; scene < SCENES; scene += 1) {
      const made = await maker.make(scene, { draft: true });
      samples.push(...made.samples);
      ablations.push(...(made.ablations ?? []));
    }
  });

  it('are of all types equally often', () => {
    const categories = Map.groupBy(samples, ({ groups }) => groups.category ?? '');
    expect(categories.size).toBe(11);
    for (const some of categories.values()) expect(some).toHaveLength((SCENES * views.perScene) / 11);
  });

  it('are put in more than 200 words', () => {
    const words = samples.flatMap(({ question }) => wordsIn(question));
    expect(new Set(words).size).toBeGreaterThan(200);
  });

  it('are not answered by one of their pictures', () => {
    const hits = samples.map(({ answer }, n) => {
      const guesses = ablations[n]?.['one-picture'] ?? expect.fail();
      const isRight = guesses.some((guess) => 'answer' in guess.answer && guess.answer.answer === answer);
      // A single picture may rule out an option, seldom more.
      expect(guesses.length).toBeGreaterThan(0);
      return isRight ? 1 / guesses.length : 0;
    });
    expect(hits.reduce((a, b) => a + b, 0) / hits.length).toBeLessThan(0.35);
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
