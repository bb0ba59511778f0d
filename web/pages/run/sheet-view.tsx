import type { Sheet } from '../../../src/contracts/index.ts';
import type { Cell } from '../../../src/report/index.ts';
import { sheetTable } from '../../../src/report/index.ts';
import { TableView } from '../../parts/table-view.tsx';
import { ThirdsMap, thirdsOf } from './thirds-map.tsx';

/** A benchmark's own small table; shares have bars, and what tells places in a picture is also drawn as one. */
export function SheetView({ sheet, name }: { sheet: Sheet; name: string }) {
  const table = sheetTable(sheet);
  const tops = sheet.columns.map((column, at) => topOf(column, sheet, at));
  const fill = (cell: Cell, column: number) => {
    const top = tops[column];
    return top !== undefined && cell !== null && typeof cell === 'object' && 'value' in cell
      ? cell.value / top
      : undefined;
  };
  const thirds = thirdsOf(sheet);
  return (
    <div className="sheet">
      {thirds && <ThirdsMap thirds={thirds} label={sheet.name} />}
      <TableView table={table} name={name} fill={fill} />
    </div>
  );
}

/** What a full bar means: 1 for shares, 100 for percent; other numbers have none. */
function topOf(column: string, sheet: Sheet, at: number): number | undefined {
  if (/^%|%$/.test(column)) return 100;
  if (!/share|accuracy|rate/.test(column)) return undefined;
  const numbers = sheet.rows.map((row) => row[at]).filter((cell) => typeof cell === 'number');
  return numbers.every((number) => number >= 0 && number <= 1) ? 1 : undefined;
}
