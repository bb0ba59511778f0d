import { expect, test } from 'vitest';
import { folder, judge, oracleScores, promptOf, samplesIn } from '../qa/testing/fixture.ts';
import { vlm4d } from './index.ts';

const row = (id: string, answer: string, choices: Record<string, string>) => ({
  id,
  video: 'https://huggingface.co/datasets/shijiezhou/VLM4D/resolve/main/videos_real/davis/bus.mp4',
  question_type: 'multiple-choice',
  question: 'What direction is the bus moving towards?',
  choices,
  answer,
});
const four = { A: 'not moving', B: 'no bus there', C: 'right', D: 'right' };
const written = () =>
  folder({
    'real_mc.json': JSON.stringify([row('validation_922', 'right', four), row('validation_923', 'not moving', four)]),
    'synthetic_mc.json': JSON.stringify([
      row('validation_1', 'no bus there', four),
      row('validation_2', 'right', four),
    ]),
    'videos_real/davis/bus.mp4': 'clip',
  });

test('reads both parts; kinds are those of the authors’ statistics', async () => {
  const { samples } = await samplesIn(vlm4d, written());
  expect(samples.map(({ id, groups: { kind } }) => [id, kind])).toEqual([
    ['real/validation_922', 'exo-centric'],
    ['real/validation_923', 'ego-centric'],
    ['synthetic/validation_1', 'false positive'],
    ['synthetic/validation_2', 'directional'],
  ]);
  for (const scores of Object.values(await oracleScores(vlm4d, samples))) expect(scores).toEqual([1, 1, 1, 1]);
});

test('where two options read the same, either is right', async () => {
  const [sample] = (await samplesIn(vlm4d, written())).samples;
  if (!sample) throw new Error('a question');
  const score = async (text: string) => (await judge(vlm4d, 'vlm4d/direct', sample, text)).score;
  expect([await score('C'), await score('D'), await score('A')]).toEqual([1, 1, 0]);
});

test('asks byte for byte', async () => {
  const [sample] = (await samplesIn(vlm4d, written())).samples;
  if (!sample) throw new Error('a question');
  const head =
    '\nQuestion: What direction is the bus moving towards?\nA: not moving\nB: no bus there\nC: right\nD: right\n\n';
  expect(promptOf(vlm4d, 'vlm4d/direct', sample)).toEqual([
    '<0>',
    `${head}Do not generate any intermediate reasoning process. Answer directly with the option letter from the given choices.\n`,
  ]);
  expect(promptOf(vlm4d, 'vlm4d/cot', sample)[1]).toMatch(
    /'Therefore, the final answer is: \$LETTER' \(without quotes\)/,
  );
});
