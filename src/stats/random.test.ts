import { expect, test } from 'vitest';
import { random } from './random.ts';

test('gives the same stream as an independent implementation', () => {
  const words = (...seed: (string | number)[]) => {
    const { next } = random(...seed);
    return [next(), next(), next(), next()].map((value) => value * 2 ** 32);
  };
  expect(words(7, 'layout')).toEqual([3729452281, 4266982505, 1750612275, 160800848]);
  expect(words('7', 'layout')).toEqual([4128848457, 3654248788, 2657449069, 3058134075]);
  expect(words(0)).toEqual([204429319, 4069451722, 352275227, 2581833012]);
});

test('choices stay what they are', () => {
  const { int, shuffle, pick } = random(7, 'layout');
  expect([1, 2, 3, 4, 5, 6].map(() => int(10))).toEqual([8, 9, 4, 0, 6, 9]);
  expect(shuffle([1, 2, 3, 4, 5])).toEqual([2, 4, 1, 5, 3]);
  expect(pick(['a', 'b', 'c'])).toBe('a');
});

test('fill draws what int would', () => {
  const list = new Uint32Array(500);
  random('many').fill(1000, list);
  const { int } = random('many');
  expect([...list]).toEqual(Array.from(list, () => int(1000)));
});

test('names are kept apart', () => {
  expect(random('ab', 'c').next()).not.toBe(random('a', 'bc').next());
  expect(random(1).next()).not.toBe(random(2).next());
});

test.each([3, 10, 1000])('int(%i) is uniform', (n) => {
  const { int } = random('uniform', n);
  const expected = 200;
  const drawn = new Array<number>(n).fill(0);
  for (let i = 0; i < n * expected; i++) {
    const value = int(n);
    drawn[value] = (drawn[value] ?? 0) + 1;
  }
  const chiSquare = drawn.reduce((total, count) => total + (count - expected) ** 2 / expected, 0);
  // Mean n−1, variance 2(n−1): five standard deviations.
  expect(Math.abs(chiSquare - (n - 1))).toBeLessThan(5 * Math.sqrt(2 * (n - 1)));
});

test('int has no modulo bias', () => {
  // With a plain `%` the first third would be drawn half the time.
  const n = 3 * 2 ** 30;
  const list = new Uint32Array(10_000);
  random('bias').fill(n, list);
  const lower = list.filter((drawn) => drawn < 2 ** 30).length;
  expect(Math.abs(lower / 10_000 - 1 / 3)).toBeLessThan(0.02);
});

test('next has the mean and variance of a uniform number', () => {
  const { next } = random('moments');
  const values = Array.from({ length: 20_000 }, next);
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
  expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.003);
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
});

test('shuffle reaches every order equally often and leaves its input alone', () => {
  const { shuffle } = random('orders');
  const list = ['a', 'b', 'c'];
  const counts = new Map<string, number>();
  for (let i = 0; i < 6000; i++) {
    const order = shuffle(list).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(list).toEqual(['a', 'b', 'c']);
  expect(counts.size).toBe(6);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('refuses what cannot be drawn', () => {
  const { int, pick } = random('edges');
  expect(int(1)).toBe(0);
  expect(int(2 ** 32)).toBeGreaterThanOrEqual(0);
  for (const n of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) expect(() => int(n)).toThrow('whole number');
  expect(() => pick([])).toThrow('nothing to pick from');
});
