import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipBytes } from '../../tables/zip.ts';
import { folder, headline, judge, oracleScores, picture, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { mindcube } from './index.ts';

const files = { 'other_all_image/a.png': picture(1), 'other_all_image/b.png': picture(2) };
const paths = Object.keys(files);
const question = 'You see <image> and <image>. What is left of the cup? A. Sofa B. Table lamp C. Bed';
const easi = { index: '0', id: 'around_1', input_prompt: `[Task]\nLook.\n[Question]\n${question}`, answer: 'B' };
const written = () =>
  folder({ 'MindCubeBench_tiny_raw_qa.tsv': tsv([{ ...easi, image_path: JSON.stringify(paths) }]), ...files });

test('reads EASI’s TSV; pictures stand where the text has them', async () => {
  const { samples } = await samplesIn(mindcube, written());
  const [sample] = samples;
  if (!sample) throw new Error('a question');
  expect(sample).toMatchObject({
    choices: { A: 'Sofa', B: 'Table lamp', C: 'Bed' },
    answer: 'B',
    groups: { setting: 'around', images: '2', options: '3' },
  });
  expect(promptOf(mindcube, 'mindcube/official', sample)).toEqual([
    '[Task]\nLook.\n[Question]\nYou see',
    '<0>',
    'and',
    '<1>',
    '. What is left of the cup? A. Sofa B. Table lamp C. Bed',
  ]);
  for (const scores of Object.values(await oracleScores(mindcube, samples))) expect(scores).toEqual([1]);
});

test('reads the authors’ raw lines, with the background that their generator adds', async () => {
  const line = {
    id: 'rotation_2',
    // A list in the authors' files, a word in EASI's: only the latter is a setting.
    category: ['perpendicular', 'PP', 'rotation', 'self'],
    question: 'What is behind you? A. Sofa B. Bed',
    images: paths.map((path) => `D:/data/MindCube_image/${path}`),
    gt_answer: 'A',
  };
  const dir = folder({ 'raw/MindCube_tinybench.jsonl': `${JSON.stringify(line)}\n`, ...files });
  const [sample] = (await samplesIn(mindcube, dir)).samples;
  if (!sample) throw new Error('a question');
  expect(sample.groups.setting).toBe('rotation');
  const [before, ...rest] = promptOf(mindcube, 'mindcube/official', sample);
  expect(before).toMatch(/^\[Task\]\nYour task is [\s\S]*<\/answer>'\.\n\n\[Question\]$/);
  expect(rest).toEqual(['<0>', '<1>', 'What is behind you? A. Sofa B. Bed']);
});

test('"translation" is left out of the authors’ number alone', async () => {
  const [sample] = (await samplesIn(mindcube, written())).samples;
  if (!sample) throw new Error('a question');
  const right = await judge(mindcube, 'mindcube/official', sample, '<answer>B. Table lamp</answer>');
  const other = { ...right, id: 'x', cluster: 'x', score: 0, groups: { ...right.groups, setting: 'translation' } };
  expect(headline(mindcube, 'mindcube/official', [right, other])[0]).toMatchObject({ value: 1, n: 1 });
  expect(headline(mindcube, 'mindcube/lmms', [right, other])[0]).toMatchObject({ value: 0.5, n: 2 });
});

test('the hub’s archive is read as it comes: questions and pictures in it, below one more folder, and of several forms one', async () => {
  const line = { id: 'among_1', question: 'What is there? A. Sofa B. Bed', images: paths, gt_answer: 'B' };
  const raw = `\ufeff${JSON.stringify(line)}\n\n`;
  const inside = Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`data/${path}`, Buffer.from(bytes)]));
  const archive = zipBytes({
    'data/raw/MindCube_tinybench.jsonl': Buffer.from(raw),
    'data/scaffold/all/MindCube_tinybench.jsonl': Buffer.from(raw),
    ...inside,
  });
  const { samples } = await samplesIn(mindcube, folder({ 'data.zip': archive }));
  expect(samples).toMatchObject([{ id: 'among_1', answer: 'B', media: [{}, {}] }]);
  const broken = zipBytes({ 'raw/MindCube_tinybench.jsonl': Buffer.from('{"id": 1'), ...inside });
  await expect(samplesIn(mindcube, folder({ 'data.zip': broken }))).rejects.toThrow('this is not JSON');
  const twice = Object.fromEntries(Object.entries(inside).map(([path, bytes]) => [`again/${path}`, bytes]));
  const unclear = zipBytes({ 'raw/MindCube_tinybench.jsonl': Buffer.from(raw), ...inside, ...twice });
  await expect(samplesIn(mindcube, folder({ 'data.zip': unclear }))).rejects.toThrow('is missing');
});

test('lmms-eval’s mirror has every question twice, and each is read once', async () => {
  const table = readFileSync(
    join(import.meta.dirname, '../qa/fixtures/mindcube-hub/tiny/combined-00000-of-00001.parquet'),
  );
  const dir = folder({ 'tiny/combined-00000-of-00001.parquet': table, 'tiny/among-00000-of-00001.parquet': table });
  expect((await samplesIn(mindcube, dir)).samples).toMatchObject([{ id: 'among_1' }]);
});
