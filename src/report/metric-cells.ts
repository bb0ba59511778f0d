import type { Metric } from '../contracts/index.ts';
import { count, plural } from '../util/index.ts';
import { bracket, percent, points } from './format.ts';
import { type Cell, type Column, intervalCell, intervalParts, numberCell, percentCell, percentsCell } from './table.ts';

/** A number, or the two that errors leave it between: in CSV and JSON each has a column of its own. */
export const openParts = ['', 'worst', 'best'];

/** What is shown of metrics: their columns, and the cells of each. */
export interface MetricView {
  columns: Column[];
  /** Without a metric, nothing. */
  cells(metric: Metric | undefined): Cell[];
}

/** Baselines that know part of a generated scene have a column only where some metric knows what they come to. */
export function viewMetrics(metrics: readonly (Metric | undefined)[]): MetricView {
  const ablated = ablatedNames(metrics);
  const columns: Column[] = [
    { name: 'metric', align: 'left' },
    { name: 'score', align: 'right', unit: '%', parts: openParts },
    { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
    { name: 'method', align: 'left', whole: true },
    { name: 'chance', align: 'right', unit: '%' },
    { name: 'above chance', align: 'right', unit: 'points', parts: openParts },
    ...ablatedColumn(ablated),
    { name: 'n', align: 'right' },
    // The score's own cell says it to people.
    { name: 'errors', align: 'right', hidden: true },
  ];
  const cells = (metric: Metric): Cell[] => [
    metric.name,
    scoreCell(metric),
    metricInterval(metric),
    metric.method,
    percentCell(metric.chance, percent),
    aboveChance(metric),
    ...(ablated.length === 0 ? [] : [ablatedCell(metric.ablated, ablated)]),
    numberCell(metric.n, count),
    numberCell(metric.errors ?? 0, count),
  ];
  return { columns, cells: (metric) => (metric === undefined ? columns.map(() => null) : cells(metric)) };
}

/** Which baselines that know part of a scene some of these metrics name. */
export function ablatedNames(metrics: readonly (Metric | undefined)[]): string[] {
  return [...new Set(metrics.flatMap((metric) => Object.keys(metric?.ablated ?? {})))];
}

/** A field for each of them, under one heading. */
export function ablatedColumn(names: readonly string[]): Column[] {
  return names.length === 0 ? [] : [{ name: 'part of the scene', align: 'left', unit: '%', parts: [...names] }];
}

export function ablatedCell(ablated: Metric['ablated'], names: readonly string[]): Cell {
  if (!ablated) return null;
  return percentsCell(
    ablatedWords(ablated),
    names.map((name) => ablated[name] ?? null),
  );
}

/** @example 'kind 18.7, boxes 37.8' */
export function ablatedWords(ablated: NonNullable<Metric['ablated']>): string {
  return Object.entries(ablated)
    .map(([name, value]) => `${name} ${percent(value)}`)
    .join(', ');
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
