import { expect, test } from 'vitest';
import { wordHolds } from './words.ts';

const north = [0, 1] as const;

test.each([
  ['Front right', [1, 1], 'yes'],
  ['Rear left', [-1, -1], 'yes'],
  ['Rear left', [1, -1], 'no'],
  ['Southeast', [1, -1], 'yes'],
  ['Northwest', [-1, 0.1], 'unsure'],
  ['North', [0.2, 1], 'yes'],
  ['North', [0.95, 1], 'unsure'],
  ['West', [-1, -0.1], 'yes'],
  ['Behind', [0, 1], 'no'],
  ['To the left', [-1, 0.2], 'yes'],
  ['Towards the camera and to the right', [1, -1], 'yes'],
  ['Away from the camera', [0.1, 1], 'yes'],
  ["3 o'clock", [1, 0.1], 'yes'],
  ["10 o'clock", [-1, 0.6], 'yes'],
  ["7 o'clock", [0.5, 0.9], 'no'],
] as const)('%s: %j %s', (word, direction, verdict) => {
  expect(wordHolds(word, direction, north, 10)).toBe(verdict);
});

test('goes by whoever looks', () => {
  // Who looks east has north on the left.
  expect(wordHolds('On the left', [0, 1], [1, 0], 10)).toBe('yes');
  expect(wordHolds('On the right', [0, 1], [-1, 0], 10)).toBe('yes');
});

test('one of two sides is enough for a turn', () => {
  expect(wordHolds('right', [0.3, 1], north, 10, 'half')).toBe('yes');
  expect(wordHolds('left', [0.3, 1], north, 10, 'half')).toBe('no');
  expect(wordHolds('right', [0.1, 1], north, 10, 'half')).toBe('unsure');
});
