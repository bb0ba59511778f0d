import { expect, test } from 'vitest';
import { refspatial } from '../../../src/benchmarks/refspatial/index.ts';
import { png } from '../../../src/benchmarks/refspatial/testing/png.ts';
import { sampleWith } from '../../../src/benchmarks/refspatial/testing/sample.ts';
import { judgeMarks, markScorer } from './points.ts';

// A weak patch at the left and a strong one at the right: scorers differ about the weak one.
const { sample, assets } = sampleWith(
  png('L', 20, 10, (x, y) => [y < 4 ? (x >= 14 && x < 18 ? 255 : x >= 2 && x < 6 ? 100 : 0) : 0]),
);

async function judge(scorer: string, x: number, y: number) {
  const score = markScorer(refspatial, scorer, sample, assets);
  if (!score) throw new Error(`no scorer ${scorer}`);
  const [judged] = await judgeMarks([[x, y]], { mask: await assets.mask(sample.mask) }, score);
  return judged;
}

test('a mark is a hit where its scorer says so, and what counts as the target follows', async () => {
  expect(await judge('official', 3, 2)).toMatchObject({ verdict: 'hit', distance: 0 });
  expect(await judge('lmms', 3, 2)).toMatchObject({ verdict: 'miss', distance: 11, nearest: [14, 2] });
  expect(await judge('official', 8, 2)).toMatchObject({ verdict: 'miss', distance: 3, nearest: [5, 2] });
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
