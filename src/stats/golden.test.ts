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
const apart = units.map(({ cluster, b }, i) => ({ cluster, stratum: [`s${(i % 13) % 4}`], part: b, whole: 1 }));
const strata = units.map(({ cluster, b }, i) => ({ cluster, stratum: [`s${i % 4}`], part: b, whole: 1 }));

const told = [
  {
    method: 'cluster-beta',
    interval: clusterInterval(clusterSums(units, a), { level: 0.95 }),
    limits: [0.7819840297, 0.9983135231],
  },
  { method: 'paired-cluster-t', interval: estimateDifference(units), limits: [-0.0244734981, 0.2828076263] },
  { method: 'cluster-bootstrap', interval: estimateRatio(ratios), limits: [1.1356124801, 1.3094602716] },
  {
    method: 'stratified-bootstrap',
    interval: estimateStratified(strata, { limits: { low: 0, high: 1 } }),
    limits: [0.7185581582, 0.9462836499],
  },
  {
    method: 'stratified-bootstrap',
    interval: estimateStratified(apart, { limits: { low: 0, high: 1 } }),
    limits: [0.7041783919, 0.9698146556],
  },
];
test.each(told)(
  '$method gives the limits that it always gave: others are another method, with another name',
  (each) => {
    const { method, low, high } = each.interval ?? {};
    expect([method, low?.toFixed(10), high?.toFixed(10)]).toEqual([
      each.method,
      ...each.limits.map((x) => x.toFixed(10)),
    ]);
  },
);
