import { useTitle } from '../../shell/use-title.ts';
import './unit.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { UnitResult } from '../../../src/contracts/index.ts';
import { unitKey } from '../../../src/engine/pure.ts';
import { count } from '../../../src/util/index.ts';
import { useTagged } from '../../notes/use-notes.ts';
import { Await } from '../../parts/loading.tsx';
import { benchmarkOf, type ShownScores, useRows, useScored } from '../../rescore/use-scored.ts';
import { NoSuchRun } from '../../shell/boundary.tsx';
import { hrefOf, type Query, type Route } from '../../shell/route.ts';
import { useKeys } from '../../shell/use-keys.ts';
import { useLister, useListPart } from '../../shell/use-list.ts';
import { useLoad, useRuns, useStore } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { letterOf } from '../compare/compared-run.ts';
import { filterQuery, listQuery } from '../run/sample-list.tsx';
import type { Seen } from '../sample/seen.ts';

const SamplePage = lazy(async () => ({ default: (await import('../sample/index.tsx')).SamplePage }));

/** How long one looks at a sample before the next one is fetched. */
const FORESEE_MS = 150;

/** One sample, within the list it was opened from. */
export function UnitPage({ id, unit, query }: { id: string; unit: string; query: Query }) {
  useTitle(unit);
  const runs = useRuns();
  return (
    <Await of={runs} what="the run">
      {(heads) => {
        const head = heads.find((each) => each.id === id);
        if (!head) return <NoSuchRun />;
        const ids = (query.with ?? '').split(',').filter((other) => other !== '' && other !== id);
        const others = ids.flatMap((other) => heads.find((each) => each.id === other) ?? []);
        return <Unit head={head} others={others} unit={unit} query={query} />;
      }}
    </Await>
  );
}

function Unit({ head, others, unit, query }: { head: RunHead; others: RunHead[]; unit: string; query: Query }) {
  const store = useStore();
  const epoch = Number(query.epoch ?? 0) || 0;
  const shown = useScored(head, query);
  const heads = [head, ...others];
  const letters = lettersOf(heads.length, query);
  const key = JSON.stringify([heads.map(({ id }) => id), letters, unit, epoch]);
  const seen = useLoad(`unit ${key}@${heads.map(({ changed }) => changed).join()}`, () =>
    Promise.all(
      heads.map(
        async (run, at): Promise<Seen> => ({
          run,
          letter: heads.length > 1 ? (letters[at] ?? '') : '',
          view: await store.unit(run.id, unit, epoch),
          benchmark: benchmarkOf(run),
        }),
      ),
    ),
  );
  return (
    <div className="stack unit">
      <Steps head={head} unit={unit} epoch={epoch} query={query} shown={shown.value} ready={seen.value !== undefined} />
      <Await of={seen} what="the sample">
        {(all) => (
          <Suspense fallback={<p className="loading">Reading the page …</p>}>
            <SamplePage
              key={key}
              source={store.source}
              seen={shown.value?.rescored ? rescored(all, shown.value) : all}
            />
          </Suspense>
        )}
      </Await>
    </div>
  );
}

/** What runs were called on the page that led here, or A, B, C. */
function lettersOf(runs: number, { letters = '' }: Query): string[] {
  const told = letters.split(',');
  const known = told.length === runs && told.every((each) => /^[A-Z]\d{0,2}$/.test(each));
  return known ? told : Array.from({ length: runs }, (_, at) => letterOf(at));
}

/** The verdict that the address asks for, where that is not the run's own. */
function rescored(seen: readonly Seen[], { rescored: scored, protocol }: ShownScores): Seen[] {
  return seen.map((each, at) => {
    const { row } = each.view;
    const key = unitKey(row.result);
    const result = at === 0 ? scored?.units.find((other) => unitKey(other) === key) : undefined;
    return result ? { ...each, protocol, view: { ...each.view, row: { ...row, result } } } : each;
  });
}

interface StepsProps {
  head: RunHead;
  shown: ShownScores | undefined;
  unit: string;
  epoch: number;
  query: Query;
  /** The sample itself is there. */
  ready: boolean;
}

/** Where in the list we are, and the way to its neighbours. */
function Steps({ head, shown, unit, epoch, query, ready }: StepsProps) {
  const store = useStore();
  const { go } = useRoute();
  const { at, found, before, after } = useNeighbours({ head, shown, unit, epoch, query });
  const routeOf = ({ id, epoch: repetition }: UnitResult): Route => ({
    page: 'unit',
    run: head.id,
    unit: id,
    query: { ...query, epoch: repetition > 0 ? String(repetition) : '' },
  });
  const next = ready ? after?.result : undefined;
  useEffect(() => {
    if (!next) return;
    // Delayed, so that paging quickly does not prefetch every sample.
    const timer = setTimeout(() => store.foresee(head.id, next.id, next.epoch).catch(() => {}), FORESEE_MS);
    return () => clearTimeout(timer);
  }, [store, head.id, next]);
  const list: Route = { page: 'run', run: head.id, query: { ...listQuery(query), view: 'samples', at: unit } };
  const step = (row: UnitRow | undefined) => () => row && go(routeOf(row.result), { replace: true });
  const toList = () => go(list);
  useKeys({ j: step(after), k: step(before), Escape: toList });
  return (
    <nav className="row spread steps" aria-label="Place in the list">
      <p className="muted small">
        <a href="#/">Runs</a> / <a href={hrefOf({ page: 'run', run: head.id, query: {} })}>{head.name}</a> /{' '}
        <a href={hrefOf(list)}>samples</a> / <span className="mono">{unit}</span>
      </p>
      <p className="row">
        <Step row={before} text="‹ Previous" title="k" hrefFor={routeOf} />
        <span className="muted small nowrap">{at < 0 ? '' : `${count(at + 1)} of ${count(found)}`}</span>
        <Step row={after} text="Next ›" title="j" hrefFor={routeOf} />
      </p>
    </nav>
  );
}

function Step(props: {
  row: UnitRow | undefined;
  text: string;
  title: string;
  hrefFor: (result: UnitResult) => Route;
}) {
  const { row, text, title, hrefFor } = props;
  if (!row)
    return (
      <button type="button" className="button" disabled>
        {text}
      </button>
    );
  return (
    <a className="button" href={hrefOf(hrefFor(row.result))} title={title}>
      {text}
    </a>
  );
}

/** Rows around a sample that are known; when fewer than so many are left on a side, others are fetched. */
const [AROUND, LEFT] = [200, 40];

interface ListPosition {
  /** In the list that the address speaks of; -1 where it is not in it. */
  at: number;
  /** How long that list is. */
  found: number;
  before: UnitRow | undefined;
  after: UnitRow | undefined;
}

/** The position of a sample in the list, and its neighbours; a window of rows is kept so that paging is instant. */
function useNeighbours(opts: {
  head: RunHead;
  shown: ShownScores | undefined;
  unit: string;
  epoch: number;
  query: Query;
}): ListPosition {
  const { head, shown, unit: id, epoch, query } = opts;
  const rescored = shown?.rescored !== undefined;
  const rows = useRows(head, shown, rescored);
  const tagged = useTagged(head, query, rescored ? rows.value : undefined);
  const list = useLister(head.id, tagged.value);
  const [centre, setCentre] = useState({ id, epoch });
  const known = shown && (tagged.value || (!rescored && !tagged.asked)) ? list : undefined;
  const { value: page } = useListPart(known, { filter: filterQuery(query), count: AROUND, unit: centre });
  const n = page?.rows.findIndex(({ result }) => result.id === id && result.epoch === epoch) ?? -1;
  const far =
    page !== undefined &&
    (n < 0 ||
      (n < LEFT && page.from > 0) ||
      (n >= page.rows.length - LEFT && page.from + page.rows.length < page.found));
  useEffect(() => {
    if (far) setCentre((last) => (last.id === id && last.epoch === epoch ? last : { id, epoch }));
  }, [far, id, epoch]);
  if (!page || n < 0) return { at: -1, found: page?.found ?? 0, before: undefined, after: undefined };
  return { at: page.from + n, found: page.found, before: page.rows[n - 1], after: page.rows[n + 1] };
}
