import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RsbSample } from '../../benchmarks/index.ts';
import { answerZone } from '../../sim/index.ts';
import { random } from '../../stats/index.ts';
import type { Made, Maker } from '../family.ts';
import { wordsIn } from '../testing/words.ts';
import { publishEpisodes } from './episode-files.ts';
import { actFamily } from './family.ts';
import { synthAct } from './index.ts';
import { follow } from './read.ts';
import { allReferences, drawRelation } from './reference.ts';
import type { BlockSpot } from './spot.ts';
import { instructions, questions, rephrased } from './wording.ts';

const spots: BlockSpot[] = [
  { label: 'A', colour: 'red', x: -0.2, y: 0, across: -0.2, row: 'front' },
  { label: 'B', colour: 'blue', x: 0, y: 0, across: 0, row: 'front' },
  { label: 'C', colour: 'red', x: 0.2, y: 0, across: 0.2, row: 'front' },
  { label: 'D', colour: 'green', x: 0.01, y: 0.12, across: 0.01, row: 'back' },
  { label: 'E', colour: 'red', x: 0.12, y: 0.12, across: 0.12, row: 'back' },
];

describe('references', () => {
  const all = allReferences(spots, answerZone, { across: 0.03, distance: 0.03 });

  it.each([
    ['the leftmost block', 'A', 1],
    ['the second red block from the left', 'E', 2],
    ['the rightmost block in the back row', 'E', 2],
    ['the block directly behind the blue block', 'D', 2],
    ['the same-row neighbour to the right of the blue block', 'C', 2],
    ['the same-row neighbour to the left of the block directly in front of the leftmost block in the back row', 'A', 4],
    ['the block nearest to the grey zone', 'B', 1],
    ['the block farthest from the rightmost block', 'A', 2],
    ['the block directly in front of the leftmost block in the back row', 'B', 3],
  ])('%s is %s', (text, label, steps) => {
    const reference = all.find((one) => one.text === text);
    expect([reference?.target.label, reference?.steps]).toEqual([label, steps]);
  });

  it('are left out where they are not clear', () => {
    const texts = all.map(({ text }) => text);
    // B and D are one centimetre apart from left to right.
    expect(texts).not.toContain('the second block from the left');
    expect(texts).not.toContain('the red block');
    expect(texts).not.toContain('the leftmost green block');
  });

  it('are followed to the same block by somebody who only knows the words, whatever words they are', () => {
    expect(all.length).toBeGreaterThan(50);
    const dice = random('words');
    for (const { text, target } of all) {
      for (const said of [text, ...Array.from({ length: 6 }, () => rephrased(text, dice))])
        expect([said, follow(said, spots, answerZone)]).toEqual([said, target]);
    }
  });

  it('are put in more than 200 words, with all that is said around them', () => {
    const dice = random('words');
    const said = all.flatMap(({ text }) => Array.from({ length: 4 }, () => rephrased(text, dice)));
    expect(new Set(wordsIn(...said, ...questions, ...instructions)).size).toBeGreaterThan(200);
  });

  it('end with each relation equally often, as far as there is a choice', () => {
    const dice = random('relations');
    for (const most of [2, 3, 4]) {
      const drawn = Array.from({ length: 6000 }, (_, n) => drawRelation(dice, 1 + (n % most), most));
      for (const relation of ['order', 'distance', 'neighbour'])
        expect(drawn.filter((one) => one === relation).length / 6000).toBeCloseTo(1 / 3, 1);
    }
  });
});

describe('tables', () => {
  let maker: Maker<RsbSample>;
  const made: Made<RsbSample>[] = [];
  const dir = mkdtempSync(join(tmpdir(), 'synth-act-'));
  beforeAll(async () => {
    maker = await actFamily.open(synthAct.levels.medium, 7);
    for (let scene = 0; scene < 12; scene += 1) made.push(await maker.make(scene));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  it('are the same in any order', async () => {
    for (const scene of [11, 3]) expect((await maker.make(scene)).samples).toEqual(made[scene]?.samples);
  });

  it('are asked about in every number of steps equally often', () => {
    const samples = made.flatMap((one) => one.samples);
    expect(samples.map(({ groups }) => groups.steps).sort()).toEqual([...'111122223333']);
  });

  it('can be asked about in up to four steps, with ten blocks too', async () => {
    const hard = await actFamily.open(synthAct.levels.hard, 101);
    const drafts = await Promise.all([0, 1, 2, 3].map((scene) => hard.make(scene, { draft: true })));
    expect(drafts.flatMap(({ samples }) => samples.map(({ groups }) => groups.steps)).sort()).toEqual([...'1234']);
  });

  it('can be published and read back', async () => {
    await publishEpisodes(
      (async function* () {
        yield* made;
      })(),
      dir,
    );
    const dataset = await synthAct.load({ dir, args: {} });
    const first = await dataset.sample(0);
    expect(first).toEqual(made[0]?.samples[0]);
    expect(await dataset.bytes(first.media[0] ?? expect.fail())).toEqual(Buffer.from(made[0]?.files[0]?.bytes ?? []));
  });

  it('are played as the expert plays them', async () => {
    const world = await synthAct.openWorld?.();
    const [sample] = made[0]?.samples ?? [];
    if (!world || !sample) return expect.fail();
    const { builtInPolicy } = await import('../../contestants/policies/built-in.ts');
    const policy = builtInPolicy('expert') ?? expect.fail();
    const { episode } = await world.play(sample, policy, { unit: { id: 'a', epoch: 0 }, seed: 0, timeoutMs: 600_000 });
    expect([episode.end, episode.placed]).toEqual(['success', sample.answer]);
    world.close();
  });
});
