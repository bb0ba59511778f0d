import { expect, test } from 'vitest';
import { namedBlock } from './named-block.ts';

const four = [
  { label: 'A', colour: 'blue' },
  { label: 'B', colour: 'red' },
  { label: 'C', colour: 'green' },
  { label: 'D', colour: 'yellow' },
];
const ten = [...'ABCDEFGHIK'].map((label) => ({ label, colour: 'white' }));

test.each([
  ['Put block C into the grey zone.', four, 'C'],
  ['put BLOCK c there', four, 'C'],
  ['the red block', four, 'B'],
  ['the red block B', four, 'B'],
  ['d', four, 'D'],
  // Which of them?
  ['the red block C', four, undefined],
  ['block A or block B', four, undefined],
  ['the white block', ten, undefined],
  // A word, not a letter.
  ['Take a block.', four, undefined],
  ['I want block K', ten, 'K'],
  ['block J', ten, undefined],
  ['What is 3 + 4? A: 5, B: 7', four, undefined],
  ['', four, undefined],
])('%s', (text, blocks, label) => {
  expect(namedBlock(text, blocks)).toBe(label);
});
