import { z } from 'zod';
import { Summary } from '../contracts/index.ts';
import { at, count } from '../util/index.ts';
import { points } from './format.ts';
import type { NamedSummary } from './group-tables.ts';
import { isOpen, metricInterval, openParts, scoreCell, viewMetrics } from './metric-cells.ts';
import { who } from './run-tables.ts';
import { intervalParts, numberCell, percentCell, type Table } from './table.ts';

/** What runs are known by: the sha256 of their results, in full, to be published beside the numbers. */
export function digestTables(summaries: readonly NamedSummary[]): Table[] {
  const rows = summaries.flatMap(({ run, summary }) => (summary.digest === undefined ? [] : [[run, summary.digest]]));
  const columns = [
    { name: 'run', align: 'left' },
    { name: 'digest', align: 'left', whole: true },
  ] as const;
  return rows.length === 0 ? [] : [{ title: 'Digests', columns: [...columns], rows, notes: [] }];
}

const LEFT_OUT = ['method'];

/** What each contestant came to in each ability, headline by headline. */
export function tourTable(seen: readonly { ability: string; summary: Summary }[]): Table {
  const { columns, cells } = viewMetrics(seen.map(({ summary }) => summary.metrics[0]));
  const isKept = (_: unknown, column: number) => !LEFT_OUT.includes(at(columns, column).name);
  return {
    title: 'Spatial abilities',
    columns: [
      { name: 'ability', align: 'left' },
      { name: 'who', align: 'left', whole: true },
      ...columns.filter(isKept),
    ],
    rows: seen.map(({ ability, summary }) => [ability, who(summary), ...cells(summary.metrics[0]).filter(isKept)]),
    notes: [...new Set(seen.flatMap(({ summary }) => summary.caution ?? []))],
  };
}

/** The same answers scored under several protocols: how much of a number is the recipe. */
export function spreadTable(summaries: readonly Summary[]): Table {
  const first = summaries[0]?.metrics[0]?.value ?? null;
  return {
    title: 'The same answers under other protocols',
    columns: [
      { name: 'protocol', align: 'left', whole: true },
      { name: 'hash', align: 'left', whole: true },
      { name: 'metric', align: 'left' },
      { name: 'score', align: 'right', unit: '%', parts: openParts },
      { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
      { name: 'difference', align: 'right', unit: 'points' },
      { name: 'unparsed', align: 'right' },
      { name: 'n', align: 'right' },
    ],
    rows: summaries.map(({ protocol, metrics: [metric], outcomes }) => [
      protocol.id,
      `#${protocol.hash.slice(0, 8)}`,
      metric?.name ?? null,
      metric === undefined ? null : scoreCell(metric),
      metric === undefined ? null : metricInterval(metric),
      percentCell(first === null || metric?.value == null ? null : metric.value - first, points),
      numberCell(outcomes.unparsed ?? 0, count),
      numberCell(metric?.n, count),
    ]),
    notes: [
      'difference: to the first row, over the units that have a score.',
      ...(summaries.some(({ metrics }) => metrics.some(isOpen))
        ? ['Errors leave scores open, from all wrong to all right.']
        : []),
    ],
  };
}

/** The JSON Schema of summary.json, for those who read it without Sextant; docs/ holds a copy. */
export function summarySchema() {
  return { title: 'Sextant run summary', ...z.toJSONSchema(Summary) };
}
