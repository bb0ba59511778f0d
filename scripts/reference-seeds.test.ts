import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { references } from '../src/contestants/index.ts';
import { families } from '../src/synth/index.ts';
import { practiceSettings, readSettings } from '../src/synth/settings.ts';

const Questions = z.object({ training: z.object({ questionSeeds: z.tuple([z.number(), z.number()]) }) });

test('no reference network was trained on a question that a benchmark can ask, or that teaches one', () => {
  // Lessons of a benchmark have the seed of its questions, and 2^32 more.
  const { args, levels } = families.find(({ id }) => id === 'synth-point') ?? {};
  if (!args || !levels) throw new Error('synth-point is gone');
  const most = { ...args, seed: String(2 ** 32 - 1) };
  expect(() => readSettings({ ...most, seed: String(2 ** 32) }, levels, 1)).toThrow();
  const { seed } = practiceSettings(readSettings(most, levels, 1));
  const trained = references.filter(({ ability }) => ability === 'point');
  expect(trained).not.toEqual([]);
  for (const { file } of trained)
    expect(Questions.parse(manifestOf(file)).training.questionSeeds[0]).toBeGreaterThan(seed);
});

function manifestOf(file: URL): unknown {
  return JSON.parse(readFileSync(fileURLToPath(file).replace('.onnx', '.json'), 'utf8'));
}
