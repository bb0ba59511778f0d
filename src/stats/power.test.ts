import { expect, test } from 'vitest';
import { estimateDifference } from './paired.ts';
import { smallestDifference, smallestFromInterval, spreadOf, unitsToDetect, WIDEST } from './power.ts';
import { random } from './random.ts';

test('three points between two runs at 50 % take thousands of questions, and the two ways round agree', () => {
  expect(unitsToDetect(0.03, WIDEST)).toBe(4361);
  expect(smallestDifference(4361, WIDEST)).toBeCloseTo(0.03, 4);
  expect(unitsToDetect(0.03, { ...WIDEST, design: 4 })).toBe(17_442);
  expect(unitsToDetect(0.03, WIDEST, { power: 0.9 })).toBeGreaterThan(5_800);
});

/** Pairs in clusters of four that share half of what makes A and B differ. */
function pairs(world: number, clusters: number, gain: number) {
  const stream = random('power', world);
  return Array.from({ length: clusters }, (_, c) => {
    const shared = stream.next();
    return Array.from({ length: 4 }, () => {
      const luck = stream.next() < 0.5 ? shared : stream.next();
      return { cluster: String(c), a: luck < 0.1 + gain ? 1 : 0, b: luck > 0.9 ? 1 : 0 };
    });
  }).flat();
}

test('a run of the planned size finds the difference about as often as planned, clusters and all', () => {
  const spread = spreadOf(pairs(0, 5000, 0.04), ({ a, b }) => a - b);
  expect(spread?.clusterSize).toBe(4);
  expect(spread?.design).toBeGreaterThan(1.2);
  const clusters = Math.ceil(unitsToDetect(0.04, spread ?? WIDEST) / 4);
  const found = Array.from({ length: 400 }, (_, n) => estimateDifference(pairs(n + 1, clusters, 0.04)));
  const share = found.filter((difference) => difference && difference.low > 0).length / found.length;
  expect(share).toBeGreaterThan(0.72);
  expect(share).toBeLessThan(0.87);
});

test('an interval tells the smallest difference that its run could have shown', () => {
  expect(smallestFromInterval({ low: -0.0196, high: 0.0196 })).toBeCloseTo(0.028, 3);
});

test('one cluster tells nothing of its spread', () => {
  expect(spreadOf([{ cluster: 'a', x: 1 }], ({ x }) => x)).toBeUndefined();
});
