import { expect, test } from 'vitest';
import { references } from '../contestants/index.ts';
import { referenceFile, Trials } from './trials.ts';

test('a question comes with its files, the same every time', async () => {
  const trials = new Trials();
  const [one, again] = await Promise.all([trials.make('tiny:seed=5', 3), trials.make('tiny:seed=5', 3)]);
  expect(one).toEqual(again);
  expect(one.files.map(({ sha256 }) => sha256)).toContain(one.sample.media[0]?.sha256);
  expect(one.files.every(({ base64 }) => Buffer.from(base64, 'base64').length > 0)).toBe(true);
});

test('what needs files, or is not there, is refused; the next question is not', async () => {
  const trials = new Trials();
  await expect(trials.make('mmsi', 0)).rejects.toThrow('only what is made here can be tried');
  await expect(trials.make('__proto__', 0)).rejects.toThrow('no benchmark');
  await expect(trials.make('tiny', 1e9)).rejects.toThrow('no unit');
  expect((await trials.make('tiny', 0)).benchmark).toBe('tiny');
});

test('only listed networks are handed out', async () => {
  for (const { id } of references) expect((await referenceFile(`${id}.onnx`))?.length).toBeGreaterThan(1000);
  for (const address of ['reference/../package.json', 'reference/pick', 'reference/pick.onnx/', ''])
    expect(referenceFile(address)).toBeUndefined();
});
