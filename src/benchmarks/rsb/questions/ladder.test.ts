import { expect, it } from 'vitest';
import { random } from '../../../stats/index.ts';
import { ladder } from './ladder.ts';

const around = (number: number, seed: number, taken?: ReadonlySet<number>) =>
  ladder(number, { count: 10, gaps: [1, 2, 5, 10], least: 1, random: random(seed), ...(taken && { taken }) });

it('puts the number on any rung alike', () => {
  const rungs = Array.from({ length: 10 }, () => 0);
  for (let seed = 0; seed < 2000; seed++) {
    const others = around(100, seed);
    const below = others.filter((other) => other < 100).length;
    rungs[below] = (rungs[below] ?? 0) + 1;
  }
  for (const count of rungs) expect(Math.abs(count - 200)).toBeLessThan(60);
});

it('never repeats a number, goes below the least, or uses what is taken', () => {
  for (const number of [1, 2, 9, 10, 40, 192_000_000])
    for (let seed = 0; seed < 50; seed++) {
      const taken = new Set([number + 1, number - 1, number + 10]);
      const others = around(number, seed, taken);
      expect(new Set([number, ...others]).size).toBe(10);
      for (const other of others) expect(other >= 1 && !taken.has(other)).toBe(true);
    }
});
