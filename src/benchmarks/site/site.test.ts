import { expect, test } from 'vitest';
import { folder, headline, judge, oracleScores, picture, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { site } from './index.ts';

const category = 'counting & existence';
const plain = { index: '0', question: ' How many? ', options: '["1", "2"]', answer: 'B', category, dataset: 'x' };
const seven = { ...plain, index: '1', options: JSON.stringify([...'abcdefg']), answer: 'G', image_path: 'b.png' };
const inText = { ...plain, index: '2', question: 'Is <image> left of <image>?' };
const files = { 'a.png': picture(1), 'b.png': picture(2), 'c.mp4': Buffer.from('clip') };
const video = { index: '0', question: 'Which way?', candidates: "['left', 'right']", answer: 'A', category };
const written = () =>
  folder({
    'SiteBenchImage.tsv': tsv([
      { ...plain, image_path: "['a.png', 'b.png']" },
      seven,
      { ...inText, image_path: "['a.png', 'b.png']" },
    ]),
    'SiteBenchVideo.tsv': tsv([{ ...video, video_path: 'c.mp4' }]),
    ...files,
  });

const tail = 'Options:\nA: 1\nB: 2\nGive me the answer letter directly. The best answer is:';

test('pools pictures and clips; pictures stand where the text has them, or before it', async () => {
  const { samples } = await samplesIn(site, written());
  const [first, , interleaved, clip] = samples;
  if (!first || !interleaved || !clip) throw new Error('four questions');
  expect(samples.map(({ id }) => id)).toEqual(['image/0', 'image/1', 'image/2', 'video/0']);
  expect(promptOf(site, 'site/official', first)).toEqual(['<0>', '<1>', `Question: How many?\n${tail}`]);
  expect(promptOf(site, 'site/easi', first)).toEqual(['<0>', '<1>', `Question:  How many? \n${tail}`]);
  expect(promptOf(site, 'site/official', interleaved)).toEqual(['Question: Is', '<0>', 'left of', '<1>', `?\n${tail}`]);
  const [media, text] = promptOf(site, 'site/official', clip);
  expect(media).toBe('<0>');
  expect(text).toMatch(/^Select the best answer [^\n]*option\.\nQuestion: Which way\?\nOptions:\nA: left\nB: right\n/);
  expect((await samplesIn(site, written(), { part: 'video' })).samples).toHaveLength(1);
  const { 'site/easi': easi, ...others } = await oracleScores(
    site,
    samples.filter(({ answer }) => answer !== 'G'),
  );
  for (const scores of [easi, ...Object.values(others)]) expect(scores).toEqual([1, 1, 1]);
});

test('a gold letter beyond F: under EASI every unreadable reply is right', async () => {
  const [, beyond] = (await samplesIn(site, written())).samples;
  if (!beyond) throw new Error('a question');
  const score = async (id: string, text: string) => (await judge(site, id, beyond, text)).score;
  expect(await Promise.all(['no idea', '', 'A', 'G'].map((text) => score('site/easi', text)))).toEqual([1, 1, 0, 1]);
  expect(await Promise.all(['no idea', '', 'A', 'G'].map((text) => score('site/official', text)))).toEqual([
    0, 0, 0, 1,
  ]);
});

test('the authors’ random guess is a bracket around CAA, with its expectation', async () => {
  const [first] = (await samplesIn(site, written())).samples;
  if (!first) throw new Error('a question');
  const [right, unread] = [
    await judge(site, 'site/official', first, 'B'),
    await judge(site, 'site/official', first, '?'),
  ];
  const metrics = headline(site, 'site/official', [right, { ...unread, id: 'x', cluster: 'x' }]);
  expect(metrics.map(({ name, value }) => [name, value])).toEqual([
    ['CAA', 0],
    ['accuracy', 0.5],
    ['CAA, guesses expected', 0.5],
    ['CAA, all guesses right', 1],
  ]);
});

test('questions are numbered through, however many files they come in', async () => {
  const { index: _, ...unnumbered } = { ...video, visual: ['c.mp4'] };
  const line = `${JSON.stringify({ ...unnumbered, options: ['left', 'right'] })}\n`;
  for (const name of ['video_test-', 'video_test/test-']) {
    const parts = { [`${name}0.jsonl`]: line, [`${name}1.jsonl`]: line };
    const { samples } = await samplesIn(site, folder({ ...parts, ...files }), { part: 'video' });
    expect(samples.map(({ id }) => id)).toEqual(['video/0', 'video/1']);
  }
});

test('marks and pictures that are not equally many are told', async () => {
  const rows = [
    { ...inText, image_path: "['a.png']" },
    { ...inText, index: '3', question: 'One: <image>', image_path: "['a.png', 'b.png']" },
  ];
  const { dataset, samples } = await samplesIn(site, folder({ 'SiteBenchImage.tsv': tsv(rows), ...files }));
  expect(dataset.warnings).toEqual([
    expect.stringMatching(/^SiteBenchImage\.tsv is not the published one \(MD5 [0-9a-f]{32}, published 59a2ada2/),
    'only questions about images are here: the published number pools pictures and clips',
    '1 question with more pictures than marks in the text: most protocols do not show those left over (first: image/3)',
    '1 question with more marks in the text than pictures: those left over mark nothing (first: image/2)',
  ]);
  const [more, fewer] = samples;
  if (!more || !fewer) throw new Error('two questions');
  expect(promptOf(site, 'site/official', more)).toEqual(['Question: Is', '<0>', 'left of', `?\n${tail}`]);
  expect(promptOf(site, 'site/official', fewer)).toEqual(['Question: One:', '<0>', tail]);
  // As lmms-eval's spatial_doc_to_messages_image makes them.
  expect(promptOf(site, 'site/lmms@2', more)).toEqual(['Question: Is', '<0>', `?\n${tail}`]);
  expect(promptOf(site, 'site/lmms@2', fewer)).toEqual(['Question: One:', '<0>', '<1>', tail]);
});

test('a question that names no picture is refused, and a path that no system takes is missing', async () => {
  const load = (image_path: string) =>
    samplesIn(site, folder({ 'SiteBenchImage.tsv': tsv([{ ...plain, image_path }]), ...files }));
  await expect(load('[]')).rejects.toThrow('question image/0 has no picture and no clip');
  await expect(load('x'.repeat(100_000))).rejects.toThrow('is missing');
});
