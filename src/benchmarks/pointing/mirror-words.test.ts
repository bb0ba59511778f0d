import { expect, test } from 'vitest';
import { mirroredWords } from './mirror-words.ts';

test.each([
  ['the cup to the left of the door', 'the cup to the right of the door'],
  ['the third car, from right to left.', 'the third car, from left to right.'],
  ['the second Leftmost toy', 'the second Rightmost toy'],
  ["the space on the pedestrian's left-hand side", "the space on the pedestrian's right-hand side"],
  ["the area at the table's right side", "the area at the table's left side"],
  ['the leftmost person of the two on the right', 'the rightmost person of the two on the left'],
  ['the man facing left.', 'the man facing right.'],
  ['the red cup', 'the red cup'],
])('%s', (text, mirrored) => {
  expect(mirroredWords(text)).toBe(mirrored);
  expect(mirroredWords(mirrored)).toBe(text);
});

test.each([
  'the cup right next to the door',
  'the bag that was left behind the bench',
  'the cup on the right in front of the box',
  "the container above the word 'CHINA'",
  "the 'Do Not Enter' sign on the left",
  'the car that is right behind the van',
  "what stands at 3 o'clock",
  'the house on the west side',
  "the door on the driver's side",
  'the only chair left',
  'a right angle',
])('left out: %s', (text) => {
  expect(mirroredWords(text)).toBeUndefined();
});
