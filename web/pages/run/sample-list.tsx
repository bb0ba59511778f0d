import './sample-list.css';
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { isError } from '../../../src/contracts/index.ts';
import { percent } from '../../../src/report/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { groupPrefix, measurePrefix } from '../../../src/viewer/pure.ts';
import { TagBar } from '../../notes/tag-bar.tsx';
import { Tags } from '../../notes/tags.tsx';
import { useNote, useTagged } from '../../notes/use-notes.ts';
import { Await } from '../../parts/loading.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { hrefOf, type Query, type Route } from '../../shell/route.ts';
import { useKeys } from '../../shell/use-keys.ts';
import { useLister } from '../../shell/use-list.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { FilterBar } from './filter-bar.tsx';
import { type ListedRows, useRowWindow } from './row-window.ts';
import { SampleGrid, sizes } from './sample-grid.tsx';

const rowHeight = 72;
/** Keys that go to another line of a grid. */
const upDown = /^Arrow|^Page/;
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

interface Props {
  head: RunHead;
  /** Those that were scored in this page; the source lists the others. */
  rows?: readonly UnitRow[];
  query: Query;
}

/** All units of a run, to be filtered, searched and gone through by keyboard. */
export function SampleList({ head, rows, query }: Props) {
  const tagged = useTagged(head, query, rows);
  if (!tagged.asked) return <Listing head={head} query={query} {...(rows && { rows })} />;
  return (
    <Await of={tagged} what="samples">
      {(those) => <Listing head={head} rows={those} query={query} />}
    </Await>
  );
}

function Listing({ head, rows, query }: Props) {
  // Deferred, so that typing stays responsive.
  const filter = useDeferredValue(JSON.stringify(filterQuery(query)));
  const { listed, error, window } = useRowWindow(useLister(head.id, rows), filter, query.at);
  useEffect(() => {
    // Preload the sample page, which is likely opened next; a failure is reported when it is opened.
    import('../sample/index.tsx').catch(() => {});
  }, []);
  const show = useCallback((first: number, last: number) => window?.show(first, last), [window]);
  return (
    <Await of={{ value: listed, error }} what="samples">
      {(known) => <Samples head={head} listed={known} query={query} onSight={show} />}
    </Await>
  );
}

interface SamplesProps {
  head: RunHead;
  listed: ListedRows;
  query: Query;
  onSight(first: number, last: number): void;
}

function Samples({ head, listed, query, onSight }: SamplesProps) {
  const { go } = useRoute();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { page, rows } = listed;
  const { found } = page;
  const waiting = listed.filter.differs !== query.differs;
  // Until moved, the cursor is at the sample named in the address.
  const [moved, setMoved] = useState<number>();
  const cursor = Math.min(moved ?? page.place, found - 1);
  const routeOf = ({ result: { id, epoch } }: UnitRow): Route => ({
    page: 'unit',
    run: head.id,
    unit: id,
    query: {
      ...(epoch > 0 ? { epoch: String(epoch) } : {}),
      ...listQuery(query),
      ...(query.differs === undefined ? {} : { with: query.differs }),
    },
  });
  const grid = query.look === 'grid';
  const [columns, setColumns] = useState(1);
  const move = (by: number) => setMoved((last = page.place) => Math.max(0, Math.min(found - 1, last + by)));
  const focusSearch = () => search.current?.focus();
  const open = () => {
    const row = rows.get(cursor);
    if (row) go(routeOf(row));
  };
  const moves = Object.entries(steps).map(([key, by]) => [
    key,
    () => move(upDown.test(key) && grid ? by * columns : by),
  ]);
  useKeys({ ...Object.fromEntries(moves), Enter: open, '/': focusSearch });
  return (
    <section className="panel samples" aria-label="Samples">
      <FilterBar head={head} page={page} query={query} search={search} onDone={() => list.current?.focus()} />
      <div className="row spread list-head">
        <p className="muted small" role="status">
          {waiting ? 'Reading the other run …' : `${count(found)} of ${plural(page.total, 'sample')}`}
          {!page.complete && ' so far, reading on …'}
          {page.rivalUnread && ' · the other run cannot be read'}
        </p>
        <TagBar head={head} query={query} />
        <LookSwitch query={query} />
      </div>
      {found === 0 && !waiting ? (
        <p className="empty muted">Nothing matches these filters.</p>
      ) : grid ? (
        <SampleGrid
          run={head.id}
          found={found}
          rows={rows}
          cursor={cursor}
          size={sizeOf(query)}
          list={list}
          hrefOf={(row) => hrefOf(routeOf(row))}
          onSight={onSight}
          onColumns={setColumns}
        />
      ) : (
        <VirtualList count={found} rowHeight={rowHeight} cursor={cursor} label="Samples" list={list} onSight={onSight}>
          {(at) => {
            const row = rows.get(at);
            if (!row) return <div key={`at ${at}`} className="sample-row-to-come" style={{ height: rowHeight }} />;
            return (
              <SampleRow
                key={`${row.result.id} ${row.result.epoch}`}
                row={row}
                at={at}
                of={found}
                here={at === cursor}
                href={hrefOf(routeOf(row))}
                head={head}
                lead={page.options.lead}
              />
            );
          }}
        </VirtualList>
      )}
    </section>
  );
}

/** Rows with words, or a grid of pictures, and how large these are. */
function LookSwitch({ query }: { query: Query }) {
  const { setQuery } = useRoute();
  const grid = query.look === 'grid';
  return (
    <div className="row look-switch">
      {grid && (
        <input
          type="range"
          aria-label="Size of pictures"
          min={sizes.least}
          max={sizes.most}
          step={10}
          value={sizeOf(query)}
          onChange={({ target }) => setQuery({ size: target.value }, { replace: true })}
        />
      )}
      {['list', 'grid'].map((look) => (
        <button
          key={look}
          type="button"
          className="button"
          aria-pressed={(look === 'grid') === grid}
          onClick={() => setQuery({ look: look === 'grid' ? look : '' }, { replace: true })}
        >
          {look === 'grid' ? 'Grid' : 'List'}
        </button>
      ))}
    </div>
  );
}

function sizeOf({ size = '' }: Query): number {
  return Math.min(sizes.most, Math.max(sizes.least, Number(size) || sizes.usual));
}

interface SampleRowProps {
  head: RunHead;
  /** How most questions begin. */
  lead: string;
  row: UnitRow;
  at: number;
  of: number;
  /** The cursor is here. */
  here: boolean;
  href: string;
}

/** One unit: verdict, question and what was said. */
const SampleRow = memo(function SampleRow({ head, lead, row, at, of, here, href }: SampleRowProps) {
  const { result, question, said } = row;
  const { id, epoch, outcome, reason, score, note, groups } = result;
  const { tags = [] } = useNote(head, result) ?? {};
  return (
    <a
      id={`row-${at}`}
      className="sample-row"
      href={href}
      role="option"
      tabIndex={-1}
      aria-selected={here}
      aria-posinset={at + 1}
      aria-setsize={of}
    >
      <VerdictMark result={result} />
      <Thumb run={head.id} look={row.look} result={result} />
      <span className="id mono">{epoch > 0 ? `${id} · ${epoch + 1}` : id}</span>
      <span className="texts">
        <span className="question" title={question}>
          {lead !== '' && question.startsWith(lead) ? `… ${question.slice(lead.length)}` : question}
        </span>
        <span className="said muted">{said === '' ? (note ?? reason ?? 'no reply') : said}</span>
      </span>
      <span className="groups muted small">
        <Tags tags={tags} /> {Object.values(groups).join(' · ')}
      </span>
      <span className="ending small">
        {outcome === 'answered' ? (
          score === null ? (
            '–'
          ) : (
            percent(score)
          )
        ) : (
          <span className="chip" title={reason}>
            {isError(outcome) && reason ? `${outcome.replace('_', ' ')}: ${reason}` : outcome.replace('_', ' ')}
          </span>
        )}
      </span>
    </a>
  );
});

const filters = ['outcome', 'score', 'q', 'differs', 'way', 'order', 'tag'];
const filterPrefixes = [groupPrefix, measurePrefix];
const looks = ['look', 'size'];
const recipe = ['protocol', 'extractor', 'scorer'];

/** What of an address decides which samples are listed, and in which order. */
export function filterQuery(query: Query): Query {
  return only(query, filters);
}

/** What of an address is about the list; a link to one unit carries it along. */
export function listQuery(query: Query): Query {
  return only(query, [...filters, ...recipe, ...looks]);
}

function only(query: Query, keys: readonly string[]): Query {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([key]) => keys.includes(key) || filterPrefixes.some((prefix) => key.startsWith(prefix)),
    ),
  );
}
