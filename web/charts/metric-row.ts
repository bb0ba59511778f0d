import { count, type Metric } from '../../src/contracts/index.ts';
import { percent } from '../../src/report/format.ts';
import { isOpen, metricInterval, scoreCell } from '../../src/report/metric-cells.ts';
import { cellText } from '../../src/report/table.ts';
import type { IntervalRow } from './interval-plot.tsx';

/** A metric as a row of a plot; where errors leave it open, as the bracket that they leave. */
export function metricRow(key: string, metric: Metric): IntervalRow {
  const { value, low, high, worst = null, best = null, n, chance } = metric;
  const shared = { key, value, detail: count(n), mark: chance };
  if (!isOpen(metric)) {
    const interval = metricInterval(metric);
    return { ...shared, low, high, text: `${cellText(scoreCell(metric))} ${interval ? cellText(interval) : ''}` };
  }
  const text = worst === null || best === null ? 'open' : `${percent(worst)} … ${percent(best)}`;
  return { ...shared, low: worst, high: best, text, open: true };
}
