import { expect, test } from 'vitest';
import type { Answer, AnswerSpace } from '../../contracts/index.ts';
import { baselineModel } from './baselines.ts';

const choices = { A: 'left', B: 'right', C: 'up', D: 'down' };
const size = { width: 4, height: 2 };

async function says(name: string, space: AnswerSpace, unit = { id: 'q1', epoch: 0 }, seed = 0): Promise<string> {
  const peek = { space, truth: { answer: 'C' }, write: (answer: Answer) => JSON.stringify(answer) };
  const model = baselineModel(name, seed);
  const reply = await model?.answer({ unit, parts: [], decoding: {}, peek }, new AbortController().signal);
  expect(reply).toEqual({ text: expect.any(String), finish: 'stop' });
  return reply?.text ?? '';
}

test.each<[string, AnswerSpace, string]>([
  ['first', { choices }, '{"answer":"A"}'],
  ['first', { size }, '{"points":[[0,0]]}'],
  ['center', { choices }, '{"answer":"A"}'],
  ['center', { size }, '{"points":[[2,1]]}'],
  ['first', { number: { range: [2, 10] } }, '{"answer":2}'],
  ['center', { number: { range: [2, 10] } }, '{"answer":6}'],
  ['random', { number: {} }, ''],
  ['oracle', { choices }, '{"answer":"C"}'],
  ['random', {}, ''],
  ['first', {}, ''],
])('%s, asked for %j, says %s', async (name, space, expected) => {
  expect(await says(name, space)).toBe(expected);
});

test('random is the same for the same seed, question and epoch, and only then', async () => {
  const wide = { size: { width: 1e6, height: 1e6 } };
  const first = await says('random', wide);
  expect(await says('random', wide)).toBe(first);
  expect(await says('random', wide, { id: 'q2', epoch: 0 })).not.toBe(first);
  expect(await says('random', wide, { id: 'q1', epoch: 1 })).not.toBe(first);
  expect(await says('random', wide, { id: 'q1', epoch: 0 }, 1)).not.toBe(first);
});

test('random numbers lie in their range', async () => {
  for (let epoch = 0; epoch < 50; epoch++) {
    const { answer } = JSON.parse(await says('random', { number: { range: [2, 3] } }, { id: 'q', epoch }));
    expect(answer).toBeGreaterThanOrEqual(2);
    expect(answer).toBeLessThan(3);
  }
});

test('random reaches every option and every pixel, and nothing else', async () => {
  const seen = new Set<string>();
  for (let epoch = 0; epoch < 200; epoch++) {
    seen.add(await says('random', { choices }, { id: 'q', epoch }));
    seen.add(await says('random', { size }, { id: 'q', epoch }));
  }
  expect(seen.size).toBe(4 + 4 * 2);
});

test('all of them peek and say so; only the oracle reads the truth', () => {
  for (const name of ['random', 'first', 'center', 'oracle']) {
    const model = baselineModel(name, 3);
    expect(model?.capabilities.peeks).toBe(name === 'oracle' ? 'truth' : 'space');
  }
  expect(baselineModel('random', 3)?.settings).toEqual({ seed: 3 });
  expect(baselineModel('toString', 3)).toBeNull();
});
