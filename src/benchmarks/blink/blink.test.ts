import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { base64, folder, headline, judge, oracleScores, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { blink } from './index.ts';

const hub = () =>
  folder({ 'Jigsaw/val-00000-of-00001.parquet': readFileSync(join(import.meta.dirname, 'fixtures/val.parquet')) });

test('reads the hub’s parquet: pictures in order, answers without brackets', async () => {
  const { samples, dataset } = await samplesIn(blink, hub());
  expect(samples.map(({ media }) => media.length)).toEqual([3, 1]);
  expect(samples).toMatchObject([
    { id: 'val_Jigsaw_1', answer: 'A', groups: { task: 'Jigsaw', options: '2' } },
    { id: 'val_Counting_1', answer: 'D', groups: { task: 'Counting', options: '4' } },
  ]);
  expect(dataset.warnings[0]).toContain('BLINK’s val has 1901');
});

test('asks byte for byte as each recipe does', async () => {
  const { samples } = await samplesIn(blink, hub());
  const [jigsaw, counting] = samples;
  if (!jigsaw || !counting) throw new Error('two questions');
  const prompt = 'How many?\nSelect from the following choices.\n(A) 0\n(B) 3\n(C) 2\n(D) 1';
  expect(promptOf(blink, 'blink/official', counting)).toEqual(['<0>', prompt]);
  expect(promptOf(blink, 'blink/official', jigsaw)[3]).toMatch(/^Disclaimer: .*gave you\.\n\nGiven three images\./);
  expect(promptOf(blink, 'blink/lmms', counting)[1]).toBe(
    `Note: You only need to respond with A, B, C, D without providing any additional information.\n${prompt}`,
  );
  expect(promptOf(blink, 'blink/vlmevalkit', jigsaw)).toEqual([
    '<0>',
    '<1>',
    '<2>',
    'Question: Which image is the missing part?\nOptions:\nA. the second image\nB. the third image\nPlease select the correct answer from the options above. \n',
  ]);
});

test('the oracle has everything right, and a subtask counts once however many questions it has', async () => {
  const { samples } = await samplesIn(blink, hub());
  for (const scores of Object.values(await oracleScores(blink, samples))) expect(scores).toEqual([1, 1]);
  const [jigsaw, counting] = samples;
  if (!jigsaw || !counting) throw new Error('two questions');
  const right = await judge(blink, 'blink/official', jigsaw, '(A)');
  const wrong = await judge(blink, 'blink/official', counting, '(A)');
  const results = [right, wrong, { ...wrong, id: 'x', cluster: 'x' }];
  expect(headline(blink, 'blink/official', results)[0]).toMatchObject({ value: 0.5, chance: 0.375 });
  expect(headline(blink, 'blink/lmms', results)[0]).toMatchObject({ name: 'accuracy', value: 1 / 3 });
});

test('VLMEvalKit’s TSV has no prompt: its own recipe can be asked, the authors’ cannot', async () => {
  const row = {
    index: '1',
    question: 'How many?',
    A: '1',
    B: '2',
    answer: 'B',
    category: 'Counting',
    image: base64(1),
  };
  const twice = { ...row, index: '2', image: `['${base64(1)}', '${base64(2)}']` };
  const refers = { ...row, index: '3', image: '2' };
  const { samples } = await samplesIn(blink, folder({ 'BLINK.tsv': tsv([row, twice, refers]) }));
  expect(samples.map(({ media }) => media.length)).toEqual([1, 2, 2]);
  const [first] = samples;
  if (!first) throw new Error('a question');
  expect(promptOf(blink, 'blink/vlmevalkit', first)[1]).toContain('A. 1\nB. 2\n');
  expect(() => promptOf(blink, 'blink/official', first)).toThrow('needs the field prompt');
  const circle = [
    { ...row, image: '2' },
    { ...row, index: '2', image: '1' },
  ];
  await expect(samplesIn(blink, folder({ 'BLINK.tsv': tsv(circle) }))).rejects.toThrow('no index of a row');
});
