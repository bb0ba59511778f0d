import { expect, test } from 'vitest';
import { decodeActions, encodeActions } from './action-log.ts';

const actions = [Float64Array.from({ length: 14 }, (_, i) => i / 3), new Float64Array(16).fill(-0)];

test('keeps every bit', () => {
  const [first, second] = decodeActions(encodeActions({ actions })).actions;
  expect(first).toEqual(actions[0]);
  expect(Object.is(second?.[0], -0)).toBe(true);
  expect(decodeActions(encodeActions({ actions: [] }))).toEqual({ actions: [] });
});

test('commands of fixed duration are another form; those without are written as they always were', () => {
  const [plain, timed] = [encodeActions({ actions }), encodeActions({ actions, every: 10 })];
  const name = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 4));
  expect([name(plain), name(timed), timed.length]).toEqual(['SXA1', 'SXA2', plain.length + 4]);
  expect(timed.subarray(8)).toEqual(plain.subarray(4));
  expect(decodeActions(timed)).toEqual({ actions, every: 10 });
  for (const every of [0, 2501]) expect(() => decodeActions(encodeActions({ actions, every }))).toThrow();
  expect(() => decodeActions(timed.slice(0, 6))).toThrow('not a list of commands');
});

test('refuses what is cut off or something else', () => {
  const bytes = encodeActions({ actions });
  for (const wrong of [bytes.subarray(0, -1), bytes.subarray(0, 3), bytes.subarray(1), Uint8Array.of(...bytes, 1)]) {
    expect(() => decodeActions(wrong.slice())).toThrow('not a list of commands');
  }
});
