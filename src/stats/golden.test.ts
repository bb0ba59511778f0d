import { expect, test } from 'vitest';
import { clusterSums } from './clusters.ts';
import { clusterInterval } from './interval.ts';
import { estimateDifference } from './paired.ts';
import { estimateRatio } from './ratio.ts';
import { estimateStratified } from './stratified.ts';

/** Sixty units in thirteen clusters: A misses two, both of one cluster; B misses several, of clusters in common. */
const units = Array.from({ length: 60 }, (_, i) => ({
  cluster: `c${i % 13}`,
  a: i === 7 || i === 20 ? 0 : 1,
  b: i % 3 === 0 && i % 13 < 6 ? 0 : 1,
}));
const a = Float64Array.from(units, (unit) => unit.a);
const ratios = units.map(({ cluster, b }, i) => ({ cluster, part: 1 + b, whole: 1 + (i % 2) }));
const strata = units.map(({ cluster, b }, i) => ({ cluster, stratum: [`s${i % 4}`], part: b, whole: 1 }));

test.each([
  {
    is: 'cluster-beta',
    told: clusterInterval(clusterSums(units, a), { level: 0.95 }),
    low: 0.7819840297,
    high: 0.9983135231,
  },
  { is: 'paired-cluster-t', told: estimateDifference(units), low: -0.0244734981, high: 0.2828076263 },
  { is: 'cluster-bootstrap', told: estimateRatio(ratios), low: 1.1356124801, high: 1.3094602716 },
  {
    is: 'stratified-bootstrap',
    told: estimateStratified(strata, { limits: { low: 0, high: 1 } }),
    low: 0.7185581582,
    high: 0.9462836499,
  },
])(
  '$is gives the limits that it always gave: others are another method, with another name',
  ({ is, told, low, high }) => {
    expect(told?.method).toBe(is);
    expect(told?.low).toBeCloseTo(low, 9);
    expect(told?.high).toBeCloseTo(high, 9);
  },
);
