import type { NamedSummary } from './group-tables.ts';
import type { Table } from './table.ts';

/** What runs are known by: the sha256 of their results, in full, to be published beside the numbers. */
export function digestTables(summaries: readonly NamedSummary[]): Table[] {
  const rows = summaries.flatMap(({ run, summary }) => (summary.digest === undefined ? [] : [[run, summary.digest]]));
  const columns = [
    { name: 'run', align: 'left' },
    { name: 'digest', align: 'left', whole: true },
  ] as const;
  return rows.length === 0 ? [] : [{ title: 'Digests', columns: [...columns], rows, notes: [] }];
}
