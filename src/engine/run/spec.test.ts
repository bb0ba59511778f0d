import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import type { Dataset, RunSpec } from '../../contracts/index.ts';
import { planUnits, selectSamples } from './plan.ts';
import { findProtocol, runName, specDifferences, specFor, withDecoding } from './spec.ts';

const dataset: Dataset = {
  sha256: 'd'.repeat(64),
  source: 'somewhere',
  onDisk: false,
  ids: ['a', 'b', 'c'],
  warnings: [],
  sample: async () => ({ id: 'a', cluster: 'a', groups: {}, media: [] }),
  bytes: async () => new Uint8Array(),
};
const spec = (changes: Partial<RunSpec> = {}): RunSpec => ({
  ...specFor({
    benchmark: tiny,
    args: {},
    dataset,
    protocol: findProtocol(tiny),
    model: { id: 'lab/Qwen/Qwen3 VL', settings: { baseUrl: 'http://127.0.0.1:1/v1' }, readsTruth: false },
    select: {},
    epochs: 1,
    seed: 0,
  }),
  ...changes,
});

test('the same request has the same folder, wherever the data lie; any other has another', () => {
  expect(runName(spec())).toMatch(/^tiny_lab-Qwen-Qwen3-VL_[0-9a-f]{8}$/);
  expect(runName(spec({ data: { source: 'elsewhere', sha256: 'd'.repeat(64) } }))).toBe(runName(spec()));
  for (const other of [{ epochs: 2 }, { seed: 1 }, { select: { limit: 2 } }, { data: { source: '', sha256: 'e' } }]) {
    expect(runName(spec(other))).not.toBe(runName(spec()));
  }
});

test('names of models cannot leave the runs folder', () => {
  const model = { settings: {}, readsTruth: false };
  for (const id of ['../../etc/passwd', './my-model.ts', '/abs/model.ts', 'x/..\\..\\y', `a/${'long'.repeat(200)}`]) {
    expect(runName(spec({ model: { ...model, id } }))).toMatch(/^tiny_[A-Za-z0-9][A-Za-z0-9._-]{0,60}_[0-9a-f]{8}$/);
  }
});

test('differences are told field by field', () => {
  const protocol = withDecoding(findProtocol(tiny), { temperature: 1, maxTokens: null });
  const differences = specDifferences(spec(), spec({ epochs: 3, protocol, select: { only: ['a'] } }));
  expect(differences).toEqual([
    'epochs: 1 in the folder, 3 asked now',
    'protocol.decoding.maxTokens: 2048 in the folder, (none) asked now',
    'protocol.decoding.temperature: 0 in the folder, 1 asked now',
    'select.only.0: (none) in the folder, "a" asked now',
  ]);
  expect(specDifferences(spec(), spec())).toEqual([]);
});

test('an unknown protocol names the known ones', () => {
  expect(() => findProtocol(tiny, 'tiny/none')).toThrow('tiny has no protocol tiny/none');
});

test('selection keeps the order of the data and refuses ids that do not exist', () => {
  expect(selectSamples(dataset, {})).toEqual([0, 1, 2]);
  expect(selectSamples(dataset, { limit: 2 })).toEqual([0, 1]);
  expect(selectSamples(dataset, { only: ['c', 'a'] })).toEqual([0, 2]);
  expect(() => selectSamples(dataset, { only: ['a', 'nope'] })).toThrow('no such question: nope');
});

test('repetitions of a sample stand together', () => {
  const units = [...planUnits(dataset, [0, 2], 2)].map(({ id, epoch }) => `${id}${epoch}`);
  expect(units).toEqual(['a0', 'a1', 'c0', 'c1']);
});
