import { expect, test } from 'vitest';
import { at, demand } from './at.ts';

test.each([
  [0, 'A'],
  [2, 'C'],
  [-1, 'C'],
  [-3, 'A'],
])('item %i is %s', (index, item) => {
  expect(at(['A', 'B', 'C'], index)).toBe(item);
});

test('reads typed arrays', () => {
  expect(at(Float64Array.of(0.5, 0), 1)).toBe(0);
});

test.each([3, -4, 0.5, Number.NaN])('throws where there is no item %d', (index) => {
  expect(() => at(['A', 'B', 'C'], index)).toThrow(`there is no item ${index} in a list of 3`);
});

test('what is under a key is found in objects and maps, even when it is 0 or empty', () => {
  expect(demand({ A: '', B: 'right' }, 'A')).toBe('');
  expect(demand(new Map([[7, 0]]), 7)).toBe(0);
});

test.each(['B', 'constructor', '__proto__'])('nothing is made up for %s', (key) => {
  expect(() => demand({ A: 'left' }, key)).toThrow(`there is nothing under "${key}"`);
  expect(() => demand(new Map([['A', 'left']]), key)).toThrow(RangeError);
});
