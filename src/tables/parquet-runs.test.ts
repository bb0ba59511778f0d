import { expect, test } from 'vitest';
import { readLevels } from './parquet-runs.ts';

const runs = (bytes: number[], width: number, count: number) => ({
  bytes: Uint8Array.from(bytes),
  from: 0,
  to: bytes.length,
  width,
  count,
});

test('repeated and packed runs are read', () => {
  expect([...readLevels(runs([0x0a, 1, 0x03, 0b10110010], 1, 12))]).toEqual([1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0]);
  // Three bits each, over byte borders: 0 … 7.
  expect([...readLevels(runs([0x03, 0x88, 0xc6, 0xfa], 3, 8))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect([...readLevels(runs([], 1, 0))]).toEqual([]);
});

test.each([
  ['a run longer than the page', [0xfe, 0xff, 0xff, 0xff, 0x0f, 1], 'where at most 5 fit'],
  ['packed groups beyond the page', [0xff, 0xff, 0x03, 0], 'where at most 5 fit'],
  ['too few values', [0x04, 1], '5 values were promised, 2 are there'],
  ['a length without end', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 'impossible length'],
  ['packed values that are not there', [0x03], 'beyond its page'],
])('%s is an error', (_what, bytes, says) => {
  expect(() => readLevels(runs(bytes, 1, 5))).toThrow(says);
});
