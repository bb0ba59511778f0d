import type { Aggregate } from '../contracts/index.ts';
import { meanMetric } from './metric.ts';
import { passAtKMetrics } from './pass-at-k.ts';

/**
 * The usual aggregate: the mean score and, for runs with several epochs, pass@k.
 * @example aggregates: { accuracy: meanAggregate('accuracy', 0.25) }
 */
export function meanAggregate(name: string, chance?: number): Aggregate {
  return (results) => [
    meanMetric({ name, results, ...(chance !== undefined && { chance }) }),
    ...passAtKMetrics(results),
  ];
}
