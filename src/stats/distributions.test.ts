import { expect, test } from 'vitest';
import { normalQuantile } from './distributions.ts';

// scipy.special.ndtri
test.each([
  [0.5, 0],
  [0.025, -1.9599639845400545],
  [0.975, 1.959963984540054],
  [0.3, -0.5244005127080409],
  [0.9, 1.2815515655446004],
  [0.95, 1.6448536269514722],
  [0.995, 2.5758293035489004],
  [1e-5, -4.264890793922825],
  [1e-12, -7.034483825301131],
  [1e-100, -21.273453560965322],
])('normalQuantile(%d) is %d', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(1e-13);
});
