import { expect, test } from 'vitest';
import { base64, folder, headline, judge, oracleScores, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { threeDsr } from './index.ts';

const row = {
  qid: 'VIN6MS3J',
  question: 'Which is higher?',
  A: 'cup',
  B: 'box',
  C: 'nan',
  D: 'None',
  answer: 'B',
  category: 'height_higher',
  image: base64(1),
};
const ids = ['VIN6MS3J', 'VIN6MS3J-1', 'VIN6MS3J-flip', 'VIN6MS3J-flip-1'];
const written = () =>
  folder({ '3DSRBench.tsv': tsv(ids.map((qid, index) => ({ ...row, qid, index: String(index) }))) });

test('reads VLMEvalKit’s TSV, in which "nan" and "None" are no options; asks and scores as each recipe does', async () => {
  const { samples } = await samplesIn(threeDsr, written());
  const [sample] = samples;
  if (!sample) throw new Error('a question');
  expect(sample).toMatchObject({ choices: { A: 'cup', B: 'box' }, groups: { group: 'height', options: '2' } });
  expect(promptOf(threeDsr, '3dsr/vlmevalkit', sample)).toEqual([
    '<0>',
    'Question: Which is higher?\nOptions:\nA. cup\nB. box\nPlease select the correct answer from the options above. \n',
  ]);
  for (const scores of Object.values(await oracleScores(threeDsr, samples))) expect(scores).toEqual([1, 1, 1, 1]);
});

test('flip, circular and both: all of a group must be right', async () => {
  const { samples } = await samplesIn(threeDsr, written());
  const replies = ['B', 'B', 'B', 'A'];
  const results = await Promise.all(
    samples.map((sample, i) => judge(threeDsr, '3dsr/letter', sample, replies[i] ?? '')),
  );
  expect(headline(threeDsr, '3dsr/letter', results)).toMatchObject([
    { name: 'vanilla', value: 0.75, chance: 0.5 },
    { name: 'flip', value: 0.5, n: 2, chance: 0.25 },
    { name: 'circular', value: 0.5, n: 2, chance: 0.25 },
    { name: 'flip and circular', value: 0, n: 1, chance: 0.0625 },
  ]);
});

test('groups that are not whole make numbers too high, and are told', async () => {
  const all = (await samplesIn(threeDsr, written())).dataset;
  expect(all.warnings.filter((text) => text.includes('group'))).toEqual([]);
  const part = ids.slice(0, 1).map((qid, index) => ({ ...row, qid, index: String(index) }));
  const { dataset } = await samplesIn(threeDsr, folder({ '3DSRBench.tsv': tsv(part) }));
  expect(dataset.warnings.slice(1)).toEqual([
    '1 of 1 group have no mirrored picture: numbers over whole groups are too high',
    '1 of 1 group have no rotated options: numbers over whole groups are too high',
  ]);
});

test('an id that tells no group is refused, and so is a question without a picture', async () => {
  const load = (change: object) =>
    samplesIn(threeDsr, folder({ '3DSRBench.tsv': tsv([{ ...row, qid: ids[0], ...change }]) }));
  for (const qid of ['7', 'VIN6MS3J-x', 'VIN6MS3J-1-flip'])
    await expect(load({ qid, index: '7' })).rejects.toThrow('expected eight characters');
  await expect(load({ image: '' })).rejects.toThrow('there is no picture');
});
