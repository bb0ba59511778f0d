import { expect, test } from 'vitest';
import { refspatial } from '../../../src/benchmarks/refspatial/index.ts';
import { png } from '../../../src/benchmarks/refspatial/testing/png.ts';
import { sampleWith } from '../../../src/benchmarks/refspatial/testing/sample.ts';
import { where2place } from '../../../src/benchmarks/where2place/index.ts';
import type { Benchmark } from '../../../src/contracts/index.ts';
import { judgeMarks, markScorer } from './points.ts';

// A weak patch at the left and a strong one at the right: scorers differ about the weak one.
const { sample, assets } = sampleWith(
  png('L', 20, 10, (x, y) => [y < 4 ? (x >= 14 && x < 18 ? 255 : x >= 2 && x < 6 ? 100 : 0) : 0]),
);

const place = { ...sample, question: '' };

async function judge(scorer: string, x: number, y: number, benchmark: Benchmark = refspatial) {
  const score = markScorer(benchmark, scorer, place, assets);
  if (!score) throw new Error(`no scorer ${scorer}`);
  const [judged] = await judgeMarks([[x, y]], { mask: await assets.mask(sample.mask) }, score);
  return judged;
}

test('a mark is a hit where its scorer says so, and what counts as the target follows', async () => {
  expect(await judge('official', 3, 2)).toMatchObject({ verdict: 'hit', distance: 0 });
  expect(await judge('lmms', 3, 2)).toMatchObject({ verdict: 'miss', distance: 11, nearest: [14, 2] });
  expect(await judge('official', 8, 2)).toMatchObject({ verdict: 'miss', distance: 3, nearest: [5, 2] });
});

test('the fringe of a JPEG mask is worth something, and no part of the target', async () => {
  expect(await judge('official', 15, 2, where2place)).toMatchObject({ verdict: 'hit' });
  expect(await judge('official', 3, 2, where2place)).toMatchObject({ verdict: 'miss', nearest: [14, 2] });
  const scored = await where2place.scorers.official?.score(
    where2place.schema.parse(place),
    { points: [[3, 2]] },
    assets,
  );
  expect(scored).toMatchObject({ value: 100 / 255, note: '0 of 1 point inside, 11.0 px away' });
});

test('a mark outside the picture is told apart from a miss', async () => {
  expect(await judge('official', 25, 2)).toMatchObject({ verdict: 'outside', distance: 8 });
});

test('a box is judged as a whole', async () => {
  const score = markScorer(refspatial, 'official', sample, assets);
  const mask = await assets.mask(sample.mask);
  const [hit, miss] = await judgeMarks(
    [{ box: [0, 0, 4, 4] }, { box: [8, 0, 10, 2] }],
    { mask },
    score ?? (async () => 0),
  );
  expect([hit?.verdict, miss?.verdict]).toEqual(['hit', 'miss']);
});
