import type { Summary } from '../contracts/index.ts';
import { count } from '../util/index.ts';
import { points } from './format.ts';
import { isOpen, metricInterval, openParts, scoreCell } from './metric-cells.ts';
import { intervalParts, numberCell, percentCell, type Table } from './table.ts';

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
