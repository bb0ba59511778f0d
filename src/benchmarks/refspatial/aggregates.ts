import type { Aggregate } from '../../contracts/index.ts';
import { meanAggregate, meanMetric, passAtKMetrics, strictMetric } from '../../stats/index.ts';

/** The authors' number, which leaves out what their parser fails on, and beside it the one in which every question counts. */
const official: Aggregate = (results) => [
  meanMetric({ name: 'accuracy', results }),
  strictMetric({ name: 'accuracy (strict)', results }),
  ...passAtKMetrics(results),
];

export const aggregates = { official, mean: meanAggregate('accuracy') };
