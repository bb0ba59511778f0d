import type { Summary } from '../../../src/contracts/index.ts';
import { metricCells, metricColumns, numberCell, type Table } from '../../../src/report/index.ts';
import { count } from '../../../src/util/index.ts';

/** Every number of the run with its interval. */
export function metricsTable(summary: Summary): Table {
  return { title: 'Whole run', columns: metricColumns, rows: summary.metrics.map(metricCells), notes: [] };
}

/** Why units did not end with an answer. */
export function reasonsTable(summary: Summary): Table {
  return {
    title: 'Without an answer',
    columns: [
      { name: 'outcome', align: 'left' },
      { name: 'reason', align: 'left' },
      { name: 'units', align: 'right' },
      { name: 'for example', align: 'left' },
    ],
    rows: summary.reasons.map(({ outcome, reason, count: units, example }) => [
      outcome.replace('_', ' '),
      reason,
      numberCell(units, count),
      example?.slice(0, 200) ?? null,
    ]),
    notes: [],
  };
}
