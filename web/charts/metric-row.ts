import type { Metric } from '../../src/contracts/index.ts';
import { interval, isOpen, limitsOf, percent } from '../../src/report/index.ts';
import { count, plural } from '../../src/util/index.ts';
import type { IntervalRow } from './interval-plot.tsx';

/** The score, or what errors leave of it, in few letters: the count of errors stands beside it. @example '51.8 … 55.4' */
export function scoreText(metric: Metric): string {
  const { value, worst, best } = metric;
  if (!isOpen(metric)) return value === null ? '–' : percent(value);
  return worst === undefined || best === undefined ? 'open' : `${percent(worst)} … ${percent(best)}`;
}

/** A metric as a row of a plot; where errors leave it open, with the bracket that they leave inside its interval. */
export function metricRow(key: string, metric: Metric): IntervalRow {
  const { worst, best, n, chance, ablated, errors = 0 } = metric;
  const open = isOpen(metric);
  const limits = limitsOf(metric);
  return {
    key,
    value: open ? null : metric.value,
    low: limits?.low ?? null,
    high: limits?.high ?? null,
    ...(open && worst !== undefined && best !== undefined && { bracket: { from: worst, to: best } }),
    text: `${scoreText(metric)}${limits ? ` ${interval(limits.low, limits.high)}` : ''}`,
    detail: open ? `${count(n)}, ${plural(errors, 'error')}` : count(n),
    mark: chance,
    ...(ablated && { partly: Object.entries(ablated).map(([text, at]) => ({ at, text: `${text} ${percent(at)}` })) }),
  };
}
