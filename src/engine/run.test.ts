import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tiny } from '../benchmarks/tiny/index.ts';
import { type Dataset, type Model, SextantError } from '../contracts/index.ts';
import { Gate } from './gate.ts';
import { runUnits } from './run.ts';
import { findProtocol, specFor } from './spec.ts';
import { summariseRun } from './stored-summary.ts';

const clock = { now: () => performance.now(), date: () => new Date().toISOString() };
const never = new AbortController().signal;
const model: Model = {
  id: 'test/a',
  capabilities: { maxImages: 1, video: false, coordinates: null, peeks: 'nothing' },
  settings: {},
  answer: async () => ({ text: 'A', finish: 'stop' }),
};

async function run(folder: string, dataset: Dataset) {
  const spec = specFor({
    benchmark: tiny,
    args: {},
    dataset,
    protocol: findProtocol(tiny),
    model: { id: model.id, settings: {}, readsTruth: false },
    select: {},
    epochs: 1,
    seed: 0,
  });
  const end = await runUnits({
    ...{ folder, spec, benchmark: tiny, dataset, keepMedia: false, model, price: null, versions: {} },
    ...{ gate: new Gate(4, clock.now), retries: 0, clock, stop: never, abort: never },
  });
  return { end, ...(await summariseRun(folder, tiny)).summary };
}

test('a question whose data are wrong is named; the others are asked; mended, it is asked too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-run-'));
  const whole = await tiny.load({ args: { count: '20', seed: '1' } });
  const broken: Dataset = {
    ...whole,
    sample: async (index) => {
      if (index === 3) throw new SextantError('bad_media', 'not a picture', { where: 'data/3.png' });
      return whole.sample(index);
    },
  };
  const first = await run(folder, broken);
  expect(first).toMatchObject({
    end: 'data',
    missing: 1,
    problems: [`unit ${whole.ids[3]}: data/3.png: not a picture`],
  });
  expect(await run(folder, whole)).toMatchObject({ end: 'done', missing: 0, problems: [] });
});
