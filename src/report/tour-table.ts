import type { Summary } from '../contracts/index.ts';
import { metricCells, metricColumns } from './metric-cells.ts';
import { who } from './run-tables.ts';
import type { Table } from './table.ts';

const LEFT_OUT = ['method'];

/** What each contestant came to in each ability, headline by headline. */
export function tourTable(seen: readonly { ability: string; summary: Summary }[]): Table {
  const kept = metricColumns.flatMap(({ name }, at) => (LEFT_OUT.includes(name) ? [] : [at]));
  return {
    title: 'Spatial abilities',
    columns: [
      { name: 'ability', align: 'left' },
      { name: 'who', align: 'left', whole: true },
      ...kept.flatMap((at) => metricColumns[at] ?? []),
    ],
    rows: seen.map(({ ability, summary }) => {
      const cells = metricCells(summary.metrics[0]);
      return [ability, who(summary), ...kept.map((at) => cells[at] ?? null)];
    }),
    notes: [...new Set(seen.flatMap(({ summary }) => summary.caution ?? []))],
  };
}
