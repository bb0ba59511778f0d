// How often the 95 % intervals of macro means and of chance-adjusted accuracy cover the truth: `npx node bench/macro-intervals.ts`.

import type { UnitResult } from '../src/contracts/index.ts';
import { chanceAdjusted, macroMetric, random } from '../src/stats/index.ts';

interface Case {
  name: string;
  /** How likely a unit of each stratum is right. */
  truths: readonly number[];
  clusters: number;
  /** Units of a cluster in each stratum that it has. */
  perCluster: number;
  /** Whether a cluster has units in all strata (a clip with questions of all types), or in one. */
  shared: boolean;
  /** How much the units of a cluster have in common, 0 … 1. */
  alike: number;
}

const cases: readonly Case[] = [
  {
    name: '14 types, one question per picture',
    truths: spread(14),
    clusters: 1900,
    perCluster: 1,
    shared: false,
    alike: 0,
  },
  {
    name: '8 types over the same 288 clips',
    truths: spread(8),
    clusters: 288,
    perCluster: 2,
    shared: true,
    alike: 0.3,
  },
  { name: '8 types over the same 40 clips', truths: spread(8), clusters: 40, perCluster: 2, shared: true, alike: 0.3 },
  { name: '4 types, 10 clusters each', truths: spread(4), clusters: 40, perCluster: 3, shared: false, alike: 0.5 },
];

function spread(count: number): number[] {
  return Array.from({ length: count }, (_, i) => 0.2 + (0.6 * i) / (count - 1));
}

const DRAWS = 400;
const OPTIONS = 4;

/** Each unit copies its cluster's coin with probability `alike`, and tosses its own otherwise. */
function draw({ truths, clusters, perCluster, shared, alike }: Case, next: () => number): UnitResult[] {
  return Array.from({ length: clusters }, (_, c) => c).flatMap((c) => {
    const coin = next();
    const strata = shared ? truths.map((_, s) => s) : [c % truths.length];
    return strata.flatMap((s) =>
      Array.from({ length: perCluster }, (_, k): UnitResult => {
        const toss = next() < alike ? coin : next();
        const score = toss < (truths[s] ?? 0) ? 1 : 0;
        const groups = { type: String(s), options: String(OPTIONS) };
        return {
          id: `${c}/${s}/${k}`,
          epoch: 0,
          cluster: String(c),
          groups,
          outcome: 'answered',
          score,
          extraction: null,
        };
      }),
    );
  });
}

for (const each of cases) {
  const { next } = random('macro-intervals', each.name);
  const truth = each.truths.reduce((sum, value) => sum + value, 0) / each.truths.length;
  const caa = (truth - 1 / OPTIONS) / (1 - 1 / OPTIONS);
  let [macro, adjusted] = [0, 0];
  for (let i = 0; i < DRAWS; i++) {
    const results = draw(each, next);
    const one = macroMetric({ name: 'macro', results, stratum: ({ groups }) => [groups.type ?? ''] });
    if ((one.low ?? 1) <= truth && truth <= (one.high ?? 0)) macro += 1;
    const two = chanceAdjusted({ name: 'CAA', results, options: () => OPTIONS });
    if ((two.low ?? 1) <= caa && caa <= (two.high ?? 0)) adjusted += 1;
  }
  const share = (count: number) => `${((count / DRAWS) * 100).toFixed(1)} %`;
  process.stdout.write(`${each.name}: macro mean ${share(macro)}, CAA ${share(adjusted)} of ${DRAWS}\n`);
}
