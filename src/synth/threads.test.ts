import { expect, test } from 'vitest';
import { synthAct } from './act/index.ts';
import { synthMotion } from './motion/index.ts';
import { makeScenes } from './threads.ts';

const setup = { benchmark: 'synth-motion', difficulty: synthMotion.levels.easy, seed: 3 };
const drafts = { count: 5, options: () => ({ draft: true }) };

async function samplesOf(more: Parameters<typeof makeScenes>[0], threads: number) {
  return Array.fromAsync(makeScenes(more, { ...drafts, threads }), ({ samples }) => samples);
}

test('scenes come in their order, whoever makes them', async () => {
  const [one, two] = await Promise.all([samplesOf(setup, 1), samplesOf(setup, 2)]);
  expect(two).toEqual(one);
  expect(one.flat().map(({ id }) => id.slice(0, 4))).toEqual(
    ['0000', '0001', '0002', '0003', '0004'].flatMap((id) => Array(4).fill(id)),
  );
});

test('what a thread refuses is told as it was meant', async () => {
  await expect(samplesOf({ ...setup, difficulty: { objects: '99' } }, 1)).rejects.toMatchObject({
    code: 'bad_argument',
    where: 'objects=99',
  });
});

test('a set that is asked by one contestant after the other is made once', async () => {
  const args = { ...synthAct.args, count: '25', difficulty: 'easy' };
  const dataset = await synthAct.load({ args });
  const all = () => Promise.all(dataset.ids.map((_, index) => dataset.sample(index)));
  const [first, again] = [await all(), await (await synthAct.load({ args })).sample(0)];
  expect(again).toBe(first[0]);
});
