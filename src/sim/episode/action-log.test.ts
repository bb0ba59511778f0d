import { expect, test } from 'vitest';
import { decodeActions, encodeActions } from './action-log.ts';

const actions = [Float64Array.from({ length: 14 }, (_, i) => i / 3), new Float64Array(16).fill(-0)];

test('keeps every bit', () => {
  const [first, second] = decodeActions(encodeActions(actions));
  expect(first).toEqual(actions[0]);
  expect(Object.is(second?.[0], -0)).toBe(true);
  expect(decodeActions(encodeActions([]))).toEqual([]);
});

test('refuses what is cut off or something else', () => {
  const bytes = encodeActions(actions);
  for (const wrong of [bytes.subarray(0, -1), bytes.subarray(0, 3), bytes.subarray(1), Uint8Array.of(...bytes, 1)]) {
    expect(() => decodeActions(wrong.slice())).toThrow('not a list of commands');
  }
});
