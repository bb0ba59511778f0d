import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBenchmark } from '../catalogue.ts';
import { poolReaders, reproduce } from './reproduce.ts';

function checkout(files: Record<string, unknown>): string {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-recorded-'));
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), JSON.stringify(value));
  }
  return dir;
}

async function reproduced(id: string, dir: string) {
  const { benchmark } = findBenchmark(id);
  const recordings = await benchmark.recordings?.();
  if (!recordings) throw new Error('no recordings');
  return Array.fromAsync(reproduce(benchmark, recordings, dir));
}

const said = (idx: string, full_prediction: string, prediction: string | null) => ({
  idx,
  full_prediction,
  prediction,
});

test('BLINK: the table comes from saved predictions, readers from the words, and hidden answers count for readers alone', async () => {
  const dir = checkout({
    'eval/val_answers.json': { val_Jigsaw_1: '(A)', val_Jigsaw_2: '(B)', val_Counting_1: '(D)' },
    'eval/saved_val_predictions/GPT4o.json': { val_Jigsaw_1: '(A)', val_Jigsaw_2: '(A)', val_Counting_1: '(D)' },
    'eval/saved_outputs/GPT4o/Jigsaw.json': {
      val: [said('val_Jigsaw_1', '(A)', '(A)'), said('val_Jigsaw_2', 'I would say the second.', '(A)')],
      test: [said('test_Jigsaw_1', 'The answer is (B) here', '(B)')],
    },
    'eval/saved_outputs/GPT4o/Counting.json': { val: [said('val_Counting_1', '(D)', '(Z)')], test: [] },
  });
  const [gpt] = await reproduced('blink', dir);
  expect(gpt).toMatchObject({
    model: 'GPT4o',
    setting: '2 subtasks',
    answers: 4,
    scored: 3,
    printed: { percent: 60 },
    contradictions: 0,
  });
  // Jigsaw 1 of 2, Counting 1 of 1.
  expect(gpt?.fromVerdicts.value).toBe(0.75);
  const official = gpt?.readers.find(({ reader }) => reader === 'blink/official');
  expect(official).toMatchObject({ missed: 1, other: 0, metric: { value: 0.75 }, error: { value: 0.25, n: 4 } });
  const first = gpt?.readers.find(({ reader }) => reader === 'lmms/first-letter');
  // "I" and "T" are letters to it.
  expect(first).toMatchObject({ missed: 0, other: 2 });
  // Each sums up in its own way: over subtasks, or over questions. VLMEvalKit's would need the options' texts.
  expect(gpt?.protocols.map(({ protocol, metric: { value } }) => [protocol, value])).toEqual([
    ['blink/official', 0.75],
    ['blink/letter', 0.75],
    ['blink/lmms', 2 / 3],
    ['blink/lmms@2', 2 / 3],
  ]);
});

test('VLM4D: a verdict that contradicts its letter is counted, and two equal options are one', async () => {
  const choices = { A: 'left', B: 'right', C: 3, D: 'right' };
  const output = (id: string, response: string, extracted_answer: string, correct: boolean) => ({
    id,
    question: 'Which way?',
    choices,
    response,
    ground_truth_answer: 'right',
    extracted_answer,
    correct,
  });
  const question = { id: 'validation_1', video: 'x/resolve/main/a.mp4' };
  const outputs = [
    output('validation_1', 'Therefore, the final answer is: D', 'D: right', true),
    output('validation_2', 'B', 'B: right', false),
    output('validation_3', '', 'No Valid Answer', false),
  ];
  const files = Object.fromEntries(
    ['real_mc_cot', 'synthetic_mc_cot', 'real_mc_direct-output', 'synthetic_mc_direct-output'].map((name) => [
      `processed_outputs_paper_results/${name}/m.json`,
      name.startsWith('real') ? outputs : [],
    ]),
  );
  const dir = checkout({ ...files, 'data/real_mc.json': [question], 'data/synthetic_mc.json': [] });
  const models = await reproduced('vlm4d', dir);
  expect(models.map(({ setting }) => setting)).toEqual(['cot', 'direct-output']);
  expect(models[0]).toMatchObject({ contradictions: 1, fromVerdicts: { value: 1 / 3 }, fromLetters: { value: 2 / 3 } });
  const letter = models[0]?.readers.find(({ reader }) => reader === 'choice/letter');
  expect(letter).toMatchObject({ missed: 0, other: 0, error: { value: 0 } });
  const [pooled] = poolReaders(models);
  expect(pooled).toMatchObject({ reader: 'choice/letter', answers: 6, worst: { difference: 0 } });
});

test('VLM4D: the numbers of the paper’s table are compared group by group', async () => {
  const choices = { A: 'left', B: 'right', C: 'not moving', D: 'no dog there' };
  const output = (id: string, truth: string, correct: boolean) => ({
    id,
    question: 'Which way?',
    choices,
    response: 'B',
    ground_truth_answer: truth,
    extracted_answer: 'B: right',
    correct,
  });
  const real = [output('validation_922', 'right', true), output('validation_923', 'left', false)];
  const synthetic = [output('validation_1', 'right', true), output('validation_2', 'no dog there', false)];
  const file = (part: string) => `processed_outputs_paper_results/${part}/gpt-4o_32frame.json`;
  const dir = checkout({
    [file('real_mc_cot')]: real,
    [file('synthetic_mc_cot')]: synthetic,
    [file('real_mc_direct-output')]: real,
    [file('synthetic_mc_direct-output')]: synthetic,
    'data/real_mc.json': [],
    'data/synthetic_mc.json': [],
  });
  const [cot, direct] = await reproduced('vlm4d', dir);
  expect(cot?.printed).toMatchObject({ percent: 57.5, digits: 1 });
  expect(cot?.groups.map(({ key, percent, fromVerdicts: { value } }) => [key, percent, value])).toEqual([
    ['ego-centric', 55.5, 0],
    ['exo-centric', 62.2, 1],
    ['real', 60, 0.5],
    ['directional', 49.5, 1],
    ['false positive', 53.3, 0],
    ['synthetic', 49.9, 0.5],
  ]);
  // Nothing was printed of direct output.
  expect(direct).toMatchObject({ groups: [] });
  expect(direct).not.toHaveProperty('printed');
});

test('files that are not what they should be are named', async () => {
  const dir = checkout({
    'eval/val_answers.json': {},
    'eval/saved_outputs/GPT4o/Jigsaw.json': { val: [{ idx: 1 }], test: [] },
  });
  await expect(reproduced('blink', dir)).rejects.toMatchObject({ code: 'bad_data' });
  const other = checkout({ 'eval/val_answers.json': {}, 'eval/saved_outputs/GPT4o/Other.json': { val: [], test: [] } });
  await expect(reproduced('blink', other)).rejects.toThrow('not a subtask of BLINK');
});
