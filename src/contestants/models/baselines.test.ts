import { expect, test } from 'vitest';
import {
  type Ablations,
  type Answer,
  type AnswerSpace,
  type Guess,
  type Lesson,
  SextantError,
} from '../../contracts/index.ts';
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

test('an option that the protocol’s reader has no letter for is said all the same, and not an error', async () => {
  const write = () => {
    throw new SextantError('bad_argument', '"H" is not an answer that mmsi/easi can read');
  };
  const ask = (space: AnswerSpace, truth: Answer) =>
    baselineModel('oracle', 0)?.answer(
      { unit: { id: 'q', epoch: 0 }, parts: [], decoding: {}, peek: { space, truth, write } },
      new AbortController().signal,
    );
  expect(await ask({ choices: { ...choices, H: 'behind' } }, { answer: 'H' })).toMatchObject({ text: 'H' });
  await expect(ask({ size }, { points: [[1, 1]] })).rejects.toThrow('is not an answer');
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

test('all of them peek and say so; only the oracle reads the truth, and only ablations know of the scene', () => {
  const peeks = ['random', 'first', 'center', 'kind', 'boxes', 'last-step', 'oracle'].map(
    (name) => baselineModel(name, 3)?.capabilities.peeks,
  );
  expect(peeks).toEqual(['space', 'space', 'space', 'scene', 'scene', 'scene', 'truth']);
  expect(baselineModel('random', 3)?.settings).toEqual({ seed: 3 });
  expect(baselineModel('toString', 3)).toBeNull();
});

test('who knows part of a scene answers what that comes to, as often as it says', async () => {
  const kind = [
    { answer: { points: [[1, 2]] }, weight: 0.75 },
    { answer: { points: [[3, 4]] }, weight: 0.25 },
  ] satisfies Guess[];
  const ask = async (name: string, epoch: number, ablations?: Ablations) => {
    const peek = {
      space: { size },
      write: (answer: Answer) => JSON.stringify(answer),
      ...(ablations && { ablations }),
    };
    const request = { unit: { id: 'q1', epoch }, parts: [], decoding: {}, peek };
    return (await baselineModel(name, 0)?.answer(request, new AbortController().signal))?.text;
  };
  const said = await Promise.all(Array.from({ length: 400 }, (_, epoch) => ask('kind', epoch, { kind })));
  const first = said.filter((text) => text === '{"points":[[1,2]]}').length;
  expect(first).toBeGreaterThan(260);
  expect(first).toBeLessThan(340);
  await expect(ask('boxes', 0, { kind })).rejects.toThrow(/not defined for q1/);
  await expect(ask('kind', 0)).rejects.toThrow(/generated questions/);
});

test('blind stops after so many lessons, and says so in its settings; others have none', async () => {
  let given = 0;
  async function* lessons(): AsyncGenerator<Lesson> {
    for (;;) {
      given += 1;
      yield { text: 'Where?', space: { choices }, truth: { answer: 'B' } };
    }
  }
  const model = baselineModel('blind:lessons=3', 0);
  expect(model).toMatchObject({ id: 'baseline/blind:lessons=3', settings: { rules: 'words-1', lessons: 3 } });
  await model?.practise?.(lessons());
  expect(given).toBe(3);
  expect(baselineModel('blind', 0)?.settings).toEqual({ rules: 'words-1' });
  for (const wrong of ['random:lessons=3', 'blind:lessons=0', 'blind:lessons=', 'blind:'])
    expect(baselineModel(wrong, 0)).toBeNull();
});
