import { expect, test } from 'vitest';
import { inLevelOrder } from './level-order.ts';

const ordered = (...keys: string[]) => inLevelOrder(keys, (key) => key);

test('levels go from easy to hard, also as a part of a key', () => {
  expect(ordered('easy', 'hard', 'medium')).toEqual(['easy', 'medium', 'hard']);
  expect(ordered('in×hard', 'in×medium', 'out×easy')).toEqual(['in×medium', 'in×hard', 'out×easy']);
});

test('what has no levels keeps its order', () => {
  expect(ordered('std', 'hflip')).toEqual(['std', 'hflip']);
});
