import { expect, it } from 'vitest';
import { parseWhole } from './whole-number.ts';

it.each([
  ['72', { value: 72, grouped: false }],
  ['-1,250', { value: -1250, grouped: true }],
  ['192,000,000', { value: 192_000_000, grouped: true }],
  ['1,25', undefined],
  ['3.5', undefined],
  ['$18', undefined],
  ['', undefined],
  ['9'.repeat(20), undefined],
])('parseWhole(%j)', (text, expected) => {
  expect(parseWhole(text)).toEqual(expected);
});
