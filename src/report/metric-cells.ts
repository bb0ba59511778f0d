import type { Metric } from '../contracts/index.ts';
import { count, plural } from '../util/index.ts';
import { bracket, percent, points } from './format.ts';
import { type Cell, type Column, intervalCell, intervalParts, numberCell, percentCell, percentsCell } from './table.ts';

/** A number, or the two that errors leave it between: in CSV and JSON each has a column of its own. */
export const openParts = ['', 'worst', 'best'];

/** What `metricCells` fills. */
export const metricColumns: Column[] = [
  { name: 'metric', align: 'left' },
  { name: 'score', align: 'right', unit: '%', parts: openParts },
  { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
  { name: 'method', align: 'left', whole: true },
  { name: 'chance', align: 'right', unit: '%' },
  { name: 'above chance', align: 'right', unit: 'points', parts: openParts },
  { name: 'n', align: 'right' },
  // The score's own cell says it to people.
  { name: 'errors', align: 'right', hidden: true },
];

/** One number with all that is needed to judge it; without a metric, nothing. */
export function metricCells(metric: Metric | undefined): Cell[] {
  if (metric === undefined) return metricColumns.map(() => null);
  return [
    metric.name,
    scoreCell(metric),
    metricInterval(metric),
    metric.method,
    percentCell(metric.chance, percent),
    aboveChance(metric),
    numberCell(metric.n, count),
    numberCell(metric.errors ?? 0, count),
  ];
}

/** The score; a bracket instead when errors leave it open, so that it cannot be read as if nothing had happened. */
export function scoreCell(metric: Metric): Cell {
  if (!isOpen(metric)) return percentCell(metric.value, percent);
  const { worst, best, errors = 0 } = metric;
  if (worst === undefined || best === undefined) return { text: `open (${plural(errors, 'error')})`, values: [null] };
  return percentsCell(bracket(worst, best, errors), [null, worst, best]);
}

/** The limits to print: with errors, the lower one takes all of them as wrong and the upper one all as right. */
export function limitsOf(metric: Metric): { low: number; high: number } | null {
  const { low, high } = isOpen(metric) ? { low: metric.lowest, high: metric.highest } : metric;
  return low == null || high == null ? null : { low, high };
}

export function metricInterval(metric: Metric): Cell {
  const limits = limitsOf(metric);
  return intervalCell(limits?.low, limits?.high);
}

export function isOpen(metric: Metric): boolean {
  return (metric.errors ?? 0) > 0;
}

function aboveChance({ chance, ...metric }: Metric): Cell {
  if (chance === undefined) return null;
  if (!isOpen(metric)) return percentCell(metric.value === null ? null : metric.value - chance, points);
  if (metric.worst === undefined || metric.best === undefined) return null;
  const [worst, best] = [metric.worst - chance, metric.best - chance];
  return percentsCell(`${points(worst)} to ${points(best)}`, [null, worst, best]);
}
