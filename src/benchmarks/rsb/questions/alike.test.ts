import { expect, it } from 'vitest';
import { kindOf, numbersAlike, spoken, textsAlike } from './alike.ts';

it.each([
  ['$1,000.', '1000'],
  ['a dye laser', 'Dye laser'],
  ['The  Moon', 'moon'],
])('%j says the same as %j', (one, other) => {
  expect(spoken(one)).toBe(spoken(other));
});

it('has figures, names and words for what they look', () => {
  const kinds = ['1,200', '$3.50', '2x + 1', '12 apples', 'Mars', 'any'].map(kindOf);
  expect(kinds).toEqual([0, 1, 2, 3, 4, 5]);
});

it('puts numbers of like size and last digit side by side', () => {
  const rows = Array.from({ length: 24 }, (_, n) => ({ id: `${n}`, answer: `${100 + n}` }));
  const texts = numbersAlike(rows, 4, ({ answer }) => Number(answer)).map((one) => one.texts[0]);
  expect(texts.slice(0, 5)).toEqual(['100', '110', '101', '111', '102']);
  expect(texts.slice(12).every((text) => Number(text) >= 112)).toBe(true);
});

it('gives words a companion that nobody else has, and leaves figures and common answers alone', () => {
  const row = (id: string, answer: string, ...wrong: string[]) => ({
    id,
    text: `${id}?`,
    answer,
    wrong,
    category: 'x',
  });
  const lists = textsAlike([
    row('a', 'red', 'blue', 'green'),
    row('b', 'blue', 'red', '7', 'white'),
    row('c', '12', '13', '14'),
    row('d', 'black', 'grey'),
    row('e', 'Black', 'pink'),
    row('f', 'yellow', 'white', 'Red'),
  ]);
  const texts = Object.fromEntries(lists.flat().map((one) => [one.id, one.texts]));
  expect(texts).toEqual({
    a: ['red', 'green'],
    b: ['blue', 'white'],
    c: ['12'],
    d: ['black'],
    e: ['Black'],
    f: ['yellow'],
  });
});
