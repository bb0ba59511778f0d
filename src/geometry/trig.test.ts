import { expect, test } from 'vitest';
import { atan2, cos, sin } from './trig.ts';

test('agrees with the machine to some units in the last place', () => {
  const worst = { sin: 0, cos: 0, atan2: 0 };
  const note = (name: keyof typeof worst, ours: number, theirs: number) => {
    worst[name] = Math.max(worst[name], Math.abs(ours - theirs));
  };
  for (let i = -20_000; i <= 20_000; i += 1) {
    const x = i / 997;
    // Ours knows no negative zero.
    const y = ((i * 7919) % 1013) + 0;
    note('sin', sin(x), Math.sin(x));
    note('cos', cos(x), Math.cos(x));
    note('atan2', atan2(y, x), Math.atan2(y, x));
  }
  expect(Math.max(worst.sin, worst.cos)).toBeLessThan(3e-15);
  expect(worst.atan2).toBeLessThan(1e-15);
});

test('gives the same bits on every machine', () => {
  const bits = (value: number) => new BigUint64Array(Float64Array.of(value).buffer)[0]?.toString(16);
  expect([sin(0.5), cos(2.5), atan2(-1, 3)].map(bits)).toMatchInlineSnapshot(`
    [
      "3fdeaee8744b05f0",
      "bfe9a2f7ef858b7d",
      "bfd4978fa3269ee1",
    ]
  `);
});
