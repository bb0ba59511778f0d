import { memo, type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { Thumb } from '../../parts/thumb.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import type { UnitRow } from '../../source/index.ts';
import './sample-grid.css';

/** The slider's ends and where it begins, in pixels. */
export const sizes = { least: 100, most: 400, usual: 160 };

interface Props {
  run: string;
  found: number;
  rows: ReadonlyMap<number, UnitRow>;
  cursor: number;
  size: number;
  list: RefObject<HTMLDivElement | null>;
  hrefOf(row: UnitRow): string;
  onSight(first: number, last: number): void;
  /** Told how many stand side by side: keys go up and down by so many. */
  onColumns(columns: number): void;
}

/** Every sample as its picture, to be scanned: many at once, as large as somebody likes. */
export function SampleGrid({ run, found, rows, cursor, size, list, hrefOf, onSight, onColumns }: Props) {
  const [width, setWidth] = useState(1000);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  const columns = Math.max(1, Math.floor((width - 16) / size));
  useLayoutEffect(() => onColumns(columns), [onColumns, columns]);
  const see = useCallback(
    (first: number, last: number) => onSight(first * columns, last * columns),
    [onSight, columns],
  );
  const rowHeight = Math.round(0.75 * ((width - 16) / columns)) + 30;
  return (
    <VirtualList
      count={Math.ceil(found / columns)}
      rowHeight={rowHeight}
      cursor={cursor < 0 ? -1 : Math.floor(cursor / columns)}
      active={cursor}
      label="Samples"
      list={list}
      onSight={see}
    >
      {(line) => (
        <div
          key={line}
          className="grid-line"
          role="presentation"
          style={{ height: rowHeight, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {Array.from({ length: Math.min(columns, found - line * columns) }, (_, n) => {
            const at = line * columns + n;
            const row = rows.get(at);
            if (!row) return <span key={at} className="grid-cell-to-come" />;
            return <Cell key={at} run={run} row={row} at={at} of={found} here={at === cursor} href={hrefOf(row)} />;
          })}
        </div>
      )}
    </VirtualList>
  );
}

interface CellProps {
  run: string;
  row: UnitRow;
  at: number;
  of: number;
  here: boolean;
  href: string;
}

const Cell = memo(function Cell({ run, row, at, of, here, href }: CellProps) {
  const { result, question, said } = row;
  const { extraction } = result;
  const answer = extraction && 'answer' in extraction ? extraction.answer : null;
  return (
    <a
      id={`row-${at}`}
      className="grid-cell"
      href={href}
      role="option"
      tabIndex={-1}
      aria-selected={here}
      aria-posinset={at + 1}
      aria-setsize={of}
      title={question}
    >
      <Thumb run={run} look={row.look} result={result} />
      <span className="grid-caption small">
        <VerdictMark result={result} />
        <span className="mono">{result.id}</span>
        {row.look?.target === undefined && <span className="muted">{answer === null ? said : String(answer)}</span>}
      </span>
    </a>
  );
});
