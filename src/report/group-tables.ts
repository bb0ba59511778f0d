import type { Metric, Summary } from '../contracts/index.ts';
import { inLevelOrder } from '../stats/index.ts';
import { count } from '../util/index.ts';
import { percent } from './format.ts';
import {
  ablatedCell,
  ablatedColumn,
  ablatedNames,
  metricInterval,
  openParts,
  scoreCell,
  viewMetrics,
} from './metric-cells.ts';
import { type Cell, intervalParts, joinCells, percentCell, type Table } from './table.ts';

/** A run by the name of its folder. */
export interface NamedSummary {
  run: string;
  summary: Summary;
}

/** One row of a breakdown: a key, a metric, and the metric in each run. */
interface GroupRow {
  key: string;
  name: string;
  metrics: (Metric | undefined)[];
}

/** One table for each axis of each benchmark; runs of the same benchmark stand side by side. */
export function groupTables(summaries: readonly NamedSummary[]): Table[] {
  return [...Map.groupBy(summaries, ({ summary }) => summary.benchmark)].flatMap(([benchmark, runs]) => {
    const axes = new Set(runs.flatMap(({ summary }) => summary.groups.map(({ by }) => by)));
    return [...axes].map((by) => {
      const rows = groupRows(runs, by);
      const table = runs.length === 1 ? oneRun(by, rows) : sideBySide(by, rows, runs);
      return { title: `${benchmark} by ${by}`, ...table, notes: [] };
    });
  });
}

/** The groups of one breakdown, as people read them. */
export function groupsBy(summary: Summary, by: string): Summary['groups'] {
  return inLevelOrder(
    summary.groups.filter((group) => group.by === by),
    ({ key }) => key,
  );
}

function groupRows(runs: readonly NamedSummary[], by: string): GroupRow[] {
  const rows = new Map<string, GroupRow>();
  for (const [index, { summary }] of runs.entries()) {
    for (const group of groupsBy(summary, by)) {
      for (const metric of group.metrics) {
        const id = JSON.stringify([group.key, metric.name]);
        const row = rows.get(id) ?? { key: group.key, name: metric.name, metrics: runs.map(() => undefined) };
        row.metrics[index] = metric;
        rows.set(id, row);
      }
    }
  }
  return [...rows.values()];
}

function oneRun(by: string, rows: readonly GroupRow[]): Pick<Table, 'columns' | 'rows'> {
  const view = viewMetrics(rows.map(({ metrics }) => metrics[0]));
  return {
    columns: [{ name: by, align: 'left' }, ...view.columns],
    rows: rows.map(({ key, metrics }) => [key, ...view.cells(metrics[0])]),
  };
}

function sideBySide(
  by: string,
  rows: readonly GroupRow[],
  runs: readonly NamedSummary[],
): Pick<Table, 'columns' | 'rows'> {
  const chances = rows.map(({ metrics }) => metrics.find((metric) => metric?.chance !== undefined)?.chance);
  const hasChance = chances.some((chance) => chance !== undefined);
  // Runs of one benchmark were asked the same questions, or nearly so.
  const ablated = rows.map(({ metrics }) => metrics.find((metric) => metric?.ablated)?.ablated);
  const names = ablatedNames(rows.flatMap(({ metrics }) => metrics));
  return {
    columns: [
      { name: by, align: 'left' },
      { name: 'metric', align: 'left' },
      ...(hasChance ? [{ name: 'chance', align: 'right' as const, unit: '%' }] : []),
      ...ablatedColumn(names),
      ...runs.map(({ run }) => ({
        name: run,
        align: 'right' as const,
        unit: '%',
        parts: [...openParts, ...intervalParts],
      })),
      { name: 'n', align: 'right', parts: ['', 'least', 'most'] },
    ],
    rows: rows.map(({ key, name, metrics }, at) => [
      key,
      name,
      ...(hasChance ? [percentCell(chances[at], percent)] : []),
      ...(names.length === 0 ? [] : [ablatedCell(ablated[at], names)]),
      ...metrics.map(scoreWithInterval),
      units(metrics),
    ]),
  };
}

function scoreWithInterval(metric: Metric | undefined): Cell {
  if (metric === undefined) return null;
  return joinCells(scoreCell(metric), metricInterval(metric), openParts.length);
}

/** @example '24', or '22–24' where the runs differ */
function units(metrics: readonly (Metric | undefined)[]): Cell {
  const n = metrics.flatMap((metric) => (metric === undefined ? [] : [metric.n]));
  const [least, most] = [Math.min(...n), Math.max(...n)];
  if (least === most) return { text: count(least), value: least };
  return { text: `${count(least)}–${count(most)}`, values: [null, least, most] };
}
