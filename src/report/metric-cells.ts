import { count, type Metric, plural } from '../contracts/index.ts';
import { bracket, percent, points } from './format.ts';
import { type Cell, type Column, intervalCell, intervalParts, numberCell, percentCell } from './table.ts';

/** What `metricCells` fills. */
export const metricColumns: Column[] = [
  { name: 'metric', align: 'left' },
  { name: 'score', align: 'right', unit: '%' },
  { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
  { name: 'method', align: 'left', whole: true },
  { name: 'chance', align: 'right', unit: '%' },
  { name: 'above chance', align: 'right', unit: 'points' },
  { name: 'n', align: 'right' },
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
  ];
}

/** The score; a bracket instead when errors leave it open, so that it cannot be read as if nothing had happened. */
export function scoreCell(metric: Metric): Cell {
  if (!isOpen(metric)) return percentCell(metric.value, percent);
  const { worst, best, errors = 0 } = metric;
  return worst === undefined || best === undefined ? `open (${plural(errors, 'error')})` : bracket(worst, best, errors);
}

/** Nothing beside a bracket: an interval of the units that happened to succeed would pass for one of all. */
export function metricInterval(metric: Metric): Cell {
  return isOpen(metric) ? null : intervalCell(metric.low, metric.high);
}

export function isOpen(metric: Metric): boolean {
  return (metric.errors ?? 0) > 0;
}

function aboveChance({ chance, ...metric }: Metric): Cell {
  if (chance === undefined) return null;
  if (!isOpen(metric)) return percentCell(metric.value === null ? null : metric.value - chance, points);
  if (metric.worst === undefined || metric.best === undefined) return null;
  return `${points(metric.worst - chance)} to ${points(metric.best - chance)}`;
}
