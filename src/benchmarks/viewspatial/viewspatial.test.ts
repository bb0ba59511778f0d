import { expect, test } from 'vitest';
import { zipBytes } from '../../tables/zip.ts';
import { folder, judge, oracleScores, picture, promptOf, samplesIn, tsv } from '../qa/testing/fixture.ts';
import { viewspatial } from './index.ts';

const row = {
  question_type: 'Person perspective - Relative Direction',
  image_path: ['ViewSpatial-Bench/val2017/1.jpg', 'ViewSpatial-Bench/val2017/2.jpg'],
  question: 'Where is the cup?',
  answer: 'B. left',
  choices: 'A. right\nB. left\nC. front\nD. back',
};
const archive = {
  'val2017.zip': zipBytes({
    'ViewSpatial-Bench/val2017/1.jpg': picture(1),
    'ViewSpatial-Bench/val2017/2.jpg': picture(2),
  }),
};
const hub = () => folder({ 'ViewSpatial-Bench.json': JSON.stringify([row]), ...archive });

test('reads the authors’ JSON and EASI’s TSV alike, pictures from archives', async () => {
  const { samples } = await samplesIn(viewspatial, hub());
  expect(samples).toMatchObject([
    { answer: 'B', groups: { perspective: 'Person', images: '2', options: '4' }, choices: { C: 'front' } },
  ]);
  const easi = {
    index: '0',
    category: row.question_type,
    image_path: `['${row.image_path.join("', '")}']`,
    question: row.question,
    candidates: row.choices,
    answer: 'B',
  };
  const there = await samplesIn(viewspatial, folder({ 'ViewSpatialBench.tsv': tsv([easi]), ...archive }));
  expect(there.samples).toEqual(samples);
});

test('the folder that paths begin with may be the folder of the data itself', async () => {
  const { samples } = await samplesIn(viewspatial, hub());
  const table = { 'ViewSpatial-Bench.json': JSON.stringify([row]) };
  const pictures = { 'val2017/1.jpg': picture(1), 'val2017/2.jpg': picture(2) };
  for (const files of [pictures, { 'val2017.zip': zipBytes(pictures) }])
    expect((await samplesIn(viewspatial, folder({ ...table, ...files }))).samples).toEqual(samples);
});

test('asks byte for byte: the authors put nothing between question and options, and text before pictures', async () => {
  const { samples } = await samplesIn(viewspatial, hub());
  const [sample] = samples;
  if (!sample) throw new Error('a question');
  const tail = '\nReply only to the corresponding option.\nAnswer:';
  expect(promptOf(viewspatial, 'viewspatial/official', sample)).toEqual([
    `Where is the cup?${row.choices}${tail}`,
    '<0>',
    '<1>',
  ]);
  expect(promptOf(viewspatial, 'viewspatial/easi', sample)).toEqual([
    '<0>',
    '<1>',
    `Question: Where is the cup?\nChoices: ${row.choices}${tail}`,
  ]);
});

test('the oracle is right under all; the article "a" is A for the authors and nothing for us', async () => {
  const { samples } = await samplesIn(viewspatial, hub());
  for (const scores of Object.values(await oracleScores(viewspatial, samples))) expect(scores).toEqual([1]);
  const [sample] = samples;
  if (!sample) throw new Error('a question');
  const read = async (id: string) => (await judge(viewspatial, id, sample, 'It is a chair on the left')).extraction;
  expect(await read('viewspatial/official')).toEqual({ answer: 'A' });
  expect(await read('viewspatial/letter')).toEqual({ answer: null });
});
