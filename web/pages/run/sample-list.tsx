import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { count, plural } from '../../../src/util/index.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { hrefOf, type Query, type Route } from '../../shell/route.ts';
import { useKeys } from '../../shell/use-keys.ts';
import { useUnitsOf } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { filterOf, filterRows, listQuery } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { SampleRow } from './sample-row.tsx';
import './sample-list.css';

const rowHeight = 58;
/** By how many rows a key moves the cursor. */
const steps = {
  j: 1,
  k: -1,
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** All units of a run, to be filtered, searched and gone through by keyboard. */
export function SampleList({ head, rows, query }: { head: RunHead; rows: readonly UnitRow[]; query: Query }) {
  const { go } = useRoute();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const asked = JSON.stringify(listQuery(query));
  // Typing comes first, the list follows.
  const filtering = useDeferredValue(asked);
  const filter = useMemo(() => filterOf(JSON.parse(filtering)), [filtering]);
  const others = useUnitsOf(filter.differs === undefined ? [] : [filter.differs]);
  const other = others.value?.[0];
  const waiting = filter.differs !== undefined && other === undefined;
  const found = useMemo(() => (waiting ? [] : filterRows(rows, filter, other)), [rows, filter, other, waiting]);
  const [cursor, setCursor] = useState(() => found.findIndex(({ result }) => result.id === query.at));
  useEffect(() => {
    // Whoever looks at the list will open a sample: its page should be there by then.
    import('../sample/index.tsx');
  }, []);
  useEffect(() => setCursor((last) => Math.min(last, found.length - 1)), [found]);
  const routeOf = ({ result: { id, epoch } }: UnitRow): Route => ({
    page: 'unit',
    run: head.id,
    unit: id,
    query: {
      ...(epoch > 0 ? { epoch: String(epoch) } : {}),
      ...listQuery(query),
      ...(filter.differs === undefined ? {} : { with: filter.differs }),
    },
  });
  const move = (by: number) => setCursor((last) => Math.max(0, Math.min(found.length - 1, last + by)));
  const focusSearch = () => search.current?.focus();
  const open = () => {
    const row = found[cursor];
    if (row) go(routeOf(row));
  };
  const moves = Object.entries(steps).map(([key, by]) => [key, () => move(by)]);
  useKeys({ ...Object.fromEntries(moves), Enter: open, '/': focusSearch });
  return (
    <section className="panel samples" aria-label="Samples">
      <FilterBar head={head} rows={rows} query={query} search={search} onDone={() => list.current?.focus()} />
      <p className="muted small" role="status">
        {waiting ? 'Reading the other run …' : `${count(found.length)} of ${plural(rows.length, 'sample')}`}
        {others.error !== undefined && ' · the other run cannot be read'}
      </p>
      <VirtualList items={found} rowHeight={rowHeight} cursor={cursor} label="Samples" list={list}>
        {(row, at) => (
          <SampleRow
            key={`${row.result.id} ${row.result.epoch}`}
            row={row}
            at={at}
            of={found.length}
            here={at === cursor}
            href={hrefOf(routeOf(row))}
          />
        )}
      </VirtualList>
      {found.length === 0 && !waiting && <p className="empty muted">Nothing matches these filters.</p>}
    </section>
  );
}
