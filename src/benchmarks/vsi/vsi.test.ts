import { expect, test } from 'vitest';
import { zipBytes } from '../../tables/zip.ts';
import { folder, headline, judge, oracleScores, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { vsi } from './index.ts';

const clip = Buffer.from('not really a clip');
const rows = [
  {
    id: 0,
    dataset: 'scannet',
    scene_name: 'scene0011_00',
    question_type: 'object_counting',
    question: 'How many chair(s) are in this room?',
    options: null,
    ground_truth: '4',
  },
  {
    id: 1,
    dataset: 'scannet',
    scene_name: 'scene0011_00',
    question_type: 'object_rel_direction_hard',
    question: 'Where is the sofa?',
    options: ['A. front-left', 'B. back-right'],
    ground_truth: 'B',
  },
];
const jsonl = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const archive = { 'scannet.zip': zipBytes({ 'scannet/scene0011_00.mp4': clip }) };
const hub = () => folder({ 'test.jsonl': jsonl(rows), ...archive });

test('reads the hub’s table with clips in archives, and EASI’s TSV with clips as files', async () => {
  const { samples } = await samplesIn(vsi, hub());
  expect(samples).toMatchObject([
    { answer: 4, choices: {}, groups: { type: 'object_counting' } },
    {
      answer: 'B',
      choices: { A: 'front-left', B: 'back-right' },
      groups: { type: 'object_rel_direction', options: '2' },
    },
  ]);
  const easi = rows.map(({ id, dataset, scene_name, options, ground_truth, ...rest }) => ({
    index: String(id),
    video: `${dataset}/${scene_name}.mp4`,
    candidates: options ? `['${options.join("', '")}']` : '',
    answer: ground_truth,
    ...rest,
  }));
  const there = await samplesIn(vsi, folder({ 'VSI-Bench.tsv': tsv(easi), 'scannet/scene0011_00.mp4': clip }));
  expect(there.samples).toEqual(samples);
});

test('asks byte for byte as each recipe does', async () => {
  const { samples } = await samplesIn(vsi, hub());
  const [number, choice] = samples;
  if (!number || !choice) throw new Error('two questions');
  const ask = (id: string, of = choice) => promptOf(vsi, id, of);
  const letter = "Answer with the option's letter from the given choices directly.";
  const asked = 'These are frames of a video.\nWhere is the sofa?\n';
  expect(ask('vsi/official')).toEqual(['<0>', `${asked}Options:\nA. front-left\nB. back-right\n${letter}`]);
  expect(ask('vsi/lmms')).toEqual(ask('vsi/official'));
  expect(ask('vsi/easi')).toEqual(['<0>', `${asked}A. front-left\nB. back-right\n${letter}`]);
  const count = 'These are frames of a video.\nHow many chair(s) are in this room?\n';
  expect(ask('vsi/official', number)).toEqual([
    '<0>',
    `${count}Please answer the question using a single word or phrase.`,
  ]);
  expect(ask('vsi/official-api', number)[1]).toBe(`${count}Do not response anything other than a single number!`);
  expect(ask('vsi/easi', number)[1]).toBe(`${count}Answer briefly and directly in one float number.`);
});

test('the oracle has everything right; "about 3 to 4" is three different numbers', async () => {
  const { samples } = await samplesIn(vsi, hub());
  for (const scores of Object.values(await oracleScores(vsi, samples))) expect(scores).toEqual([1, 1]);
  const [number] = samples;
  if (!number) throw new Error('a question');
  const read = async (id: string) => (await judge(vsi, id, number, 'about 3 to 4 chairs')).extraction;
  expect(await read('vsi/official')).toEqual({ answer: null });
  expect(await read('vsi/lmms')).toEqual({ answer: 3 });
  expect(await read('vsi/easi')).toEqual({ answer: 4 });
});

test('the three directions together weigh as much as one type', async () => {
  const { samples } = await samplesIn(vsi, hub());
  const [number, choice] = samples;
  if (!number || !choice) throw new Error('two questions');
  const easy = { ...choice, id: '2', groups: { ...choice.groups, question_type: 'object_rel_direction_easy' } };
  const results = [
    await judge(vsi, 'vsi/official', number, '4'),
    await judge(vsi, 'vsi/official', choice, 'A'),
    await judge(vsi, 'vsi/official', easy, 'B'),
  ];
  expect(headline(vsi, 'vsi/official', results)[0]).toMatchObject({ name: 'mean over types', value: 0.75 });
});

test('what is wrong is named: a missing clip, a path out of the folder, a truth of 0, options without letters', async () => {
  const [number = {}, choice = {}] = rows;
  const load = (row: object, files = archive) =>
    vsi.load({ dir: folder({ 'test.jsonl': jsonl([row]), ...files }), args: {} });
  await expect(load({ ...number, scene_name: 'other' })).rejects.toThrow('scannet/other.mp4 is missing');
  await expect(load({ ...number, video: '../../etc/passwd' })).rejects.toThrow('leads out of');
  await expect(load({ ...number, ground_truth: '0' })).rejects.toThrow('a number above 0');
  await expect(load({ ...choice, options: ['front', 'back'] })).rejects.toThrow('option A at place 1');
  await expect(load({ ...choice, question_type: 'other' })).rejects.toThrow('expected one of');
});
