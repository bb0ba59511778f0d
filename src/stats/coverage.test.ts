import { expect, test } from 'vitest';
import { clusterInterval, type Interval } from './interval.ts';
import { estimateDifference } from './paired.ts';
import { random } from './random.ts';
import { drawClusters, drawPairs } from './testing/worlds.ts';

// A few cells of the grid in docs/statistics.md (`npm run bench -- intervals`), seeded. 2,000 worlds tell 93 % from 91 %.
const worlds = 2000;

function coverage(truth: number, draw: () => Interval): number {
  let covered = 0;
  for (let world = 0; world < worlds; world++) {
    const { low, high } = draw();
    if (low <= truth + 1e-12 && truth - 1e-12 <= high) covered++;
  }
  return covered / worlds;
}

test.each([
  { clusters: 5, units: 4, p: 0.7, icc: 0.3 },
  { clusters: 10, units: 4, p: 0.9, icc: 0.3 },
  { clusters: 10, units: 4, p: 0.9, icc: 0.7 },
  { clusters: 20, units: 4, p: 0.9, icc: 0.7 },
  { clusters: 20, units: 10, p: 0.1, icc: 0.7 },
  { clusters: 50, units: 10, p: 0.97, icc: 0.7 },
])('skewed clusters are covered: %o', (kind) => {
  const stream = random('coverage', JSON.stringify(kind));
  const covered = coverage(kind.p, () => clusterInterval(drawClusters(kind, stream), { level: 0.95 }));
  expect(covered).toBeGreaterThan(kind.clusters < 10 ? 0.91 : 0.92);
});

test.each([
  { clusters: 50, units: 4, p: 0.5, icc: 0.3 },
  { clusters: 100, units: 4, p: 0.9, icc: 0 },
])('where there is enough data, no more is claimed than 95 %: %o', (kind) => {
  const stream = random('enough', JSON.stringify(kind));
  const covered = coverage(kind.p, () => clusterInterval(drawClusters(kind, stream), { level: 0.95 }));
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
});

test.each([
  { clusters: 10, units: 4, p: 0.97, icc: 0.3, against: 0.95 },
  { clusters: 10, units: 4, p: 0.9, icc: 0.7, against: 0.85 },
  { clusters: 20, units: 10, p: 0.7, icc: 0.7, against: 0.6 },
  { clusters: 50, units: 4, p: 0.5, icc: 0.3, against: 0.5 },
])('so are differences between two runs: %o', ({ against, ...kind }) => {
  const stream = random('pairs', JSON.stringify(kind));
  const whole = { low: -1, high: 1 };
  const covered = coverage(kind.p - against, () => estimateDifference(drawPairs(kind, against, stream)) ?? whole);
  expect(covered).toBeGreaterThan(0.92);
});

test.each([
  { clusters: 20, units: 4, p: 0.5, icc: 0, against: 0.5 },
  { clusters: 50, units: 4, p: 0.9, icc: 0, against: 0.85 },
])('a difference spread over clusters is not feared more than it needs: %o', ({ against, ...kind }) => {
  const stream = random('spread', JSON.stringify(kind));
  const whole = { low: -1, high: 1 };
  const covered = coverage(kind.p - against, () => estimateDifference(drawPairs(kind, against, stream)) ?? whole);
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.965);
});

test('an interval of graded scores narrows with their spread, and clusters of different size count by it', () => {
  const { next } = random('graded');
  const of = (spread: number, sizes: readonly number[]) => {
    const counts = Float64Array.from(sizes);
    return clusterInterval(
      { sums: counts.map((size) => size * (0.6 + spread * (next() - 0.5))), counts },
      { level: 0.95 },
    );
  };
  const width = ({ low, high }: Interval) => high - low;
  const alike = new Array<number>(40).fill(5);
  expect(width(of(0.02, alike))).toBeLessThan(0.01);
  expect(width(of(0.5, alike))).toBeGreaterThan(0.05);
  const lopsided = [...new Array<number>(39).fill(1), 161];
  expect(width(of(0.5, lopsided))).toBeGreaterThan(2 * width(of(0.5, alike)));
});

test.each([2, 3, 4])('%i clusters that differ leave most of the scale open, and no number is missing', (count) => {
  const sums = Float64Array.from({ length: count }, (_, i) => (i === 0 ? 3 : 4));
  const { low, high } = clusterInterval({ sums, counts: sums.slice().fill(4) }, { level: 0.95 });
  expect(high).toBeGreaterThan(0.95);
  expect(low).toBeGreaterThanOrEqual(0);
  expect(low).toBeLessThan(0.75);
});

test('the interval of few clusters is what it always was: another one needs another name', () => {
  const clusters = { sums: Float64Array.of(4, 3, 1, 2, 4), counts: new Float64Array(5).fill(4) };
  const { low, high, method } = clusterInterval(clusters, { level: 0.95 });
  expect(method).toBe('cluster-beta');
  expect(low).toBeCloseTo(0.31534561724448584, 12);
  expect(high).toBeCloseTo(0.9372446418119231, 12);
});
