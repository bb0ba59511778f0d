import { expect, test } from 'vitest';
import { base64, folder, judge, oracleScores, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { embspatial } from './index.ts';

const row = {
  index: 'mp3d_12_1',
  question: 'Which is left?',
  options: '["cup", "don\'t know", "box", "bed"]',
  answer: 'C',
  data_source: 'mp3d',
  relation: 'left',
  image: base64(1),
};

test('reads EASI’s TSV; asks and scores as each recipe does', async () => {
  const { samples } = await samplesIn(embspatial, folder({ 'EmbSpatialBench.tsv': tsv([row]) }));
  const [sample] = samples;
  if (!sample) throw new Error('a question');
  expect(sample).toMatchObject({ answer: 'C', cluster: 'mp3d_12', groups: { data_source: 'mp3d', relation: 'left' } });
  expect(promptOf(embspatial, 'embspatial/easi', sample)).toEqual([
    '<0>',
    "Question: Which is left?\nOptions:\nA: cup\nB: don't know\nC: box\nD: bed\nGive me the answer letter directly. The best answer is:",
  ]);
  expect(promptOf(embspatial, 'embspatial/lmms', sample)).toEqual([
    '<0>',
    "Note: You only need to respond with A, B, C, D without providing any additional information.\nWhich is left?\nA) cup\nB) don't know\nC) box\nD) bed",
  ]);
  for (const scores of Object.values(await oracleScores(embspatial, samples))) expect(scores).toEqual([1]);
  // The first letter of the reply is T for lmms-eval.
  expect((await judge(embspatial, 'embspatial/lmms', sample, 'The answer is C')).score).toBe(0);
  expect((await judge(embspatial, 'embspatial/letter', sample, 'The answer is C')).score).toBe(1);
});

test('a place among the options is a letter; one beyond them is an error', async () => {
  const load = (answer: string) => samplesIn(embspatial, folder({ 'EmbSpatialBench.tsv': tsv([{ ...row, answer }]) }));
  expect((await load('0')).samples[0]?.answer).toBe('A');
  await expect(load('4')).rejects.toThrow('one of A, B, C, D');
});
