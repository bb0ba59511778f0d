import { useRef } from 'react';
import { reportTables } from '../../../src/report/index.ts';
import { plural } from '../../../src/util/index.ts';
import { Await } from '../../parts/loading.tsx';
import { TableMenu } from '../../parts/table-view.tsx';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useKeys } from '../../shell/use-keys.ts';
import { useBroken, useRuns, useShared } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import { useTitle } from '../../shell/use-title.ts';
import type { RunHead, SharedRuns } from '../../source/index.ts';
import { defaultSort, searchRuns, sortRuns } from './order.ts';
import { RunsTable } from './runs-table.tsx';
import { SharedRunsView } from './shared-runs.tsx';
import './runs.css';

/** Every run, to be sorted, filtered, opened and put side by side. */
export function RunsPage({ query }: { query: Query }) {
  useTitle('Runs');
  const runs = useRuns();
  const shared = useShared().value;
  return (
    <Await of={runs} what="runs">
      {(heads) => <Runs all={heads} shared={shared} query={query} />}
    </Await>
  );
}

function Runs({ all, shared, query }: { all: RunHead[]; shared: SharedRuns | undefined; query: Query }) {
  const { setQuery } = useRoute();
  const search = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => search.current?.focus() });
  // A shard is no result of its own: it stands among those who work on the run.
  const shards = new Set(shared?.runs.flatMap(({ members }) => members.map(({ run }) => run)));
  const heads = all.filter(({ id }) => !shards.has(id));
  const shown = sortRuns(searchRuns(heads, query), query.sort ?? defaultSort);
  const chosen = (query.runs ?? '').split(',').filter(Boolean);
  const benchmarks = [...new Set(heads.map(({ run }) => run.spec.benchmark))].sort();
  const [table] = reportTables(shown.flatMap(({ name, summary }) => (summary ? [{ run: name, summary }] : [])));
  return (
    <div className="stack">
      <div className="row spread">
        <div>
          <h1>Runs</h1>
          {heads.length > 0 && (
            <p className="muted small" role="status">
              {shown.length === heads.length
                ? plural(heads.length, 'run')
                : `${shown.length} of ${plural(heads.length, 'run')} match`}
            </p>
          )}
        </div>
        <div className="row">
          <label className="visually-hidden" htmlFor="search">
            Search runs
          </label>
          <input
            ref={search}
            id="search"
            type="search"
            placeholder="Search ( / )"
            value={query.q ?? ''}
            onChange={({ target }) => setQuery({ q: target.value }, { replace: true })}
          />
          <select
            aria-label="Benchmark"
            value={query.benchmark ?? ''}
            onChange={({ target }) => setQuery({ benchmark: target.value }, { replace: true })}
          >
            <option value="">All benchmarks</option>
            {benchmarks.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
          <CompareButton chosen={chosen} />
          {table && <TableMenu table={table} name="runs" />}
        </div>
      </div>
      {shared && <SharedRunsView shared={shared} />}
      {heads.length === 0 ? (
        all.length === 0 &&
        shared?.runs.length === 0 && (
          <p className="panel">
            There are no runs here yet. Make one, for example with <code>sextant run tiny --model baseline/random</code>
            .
          </p>
        )
      ) : shown.length === 0 ? (
        <div className="panel row spread">
          <p>No run matches.</p>
          <button
            type="button"
            className="button"
            onClick={() => setQuery({ q: '', benchmark: '' }, { replace: true })}
          >
            Show all runs
          </button>
        </div>
      ) : (
        <RunsTable heads={shown} sort={query.sort ?? defaultSort} chosen={chosen} />
      )}
      <BrokenRuns />
    </div>
  );
}

/** Unreadable runs are listed too, so that they are not missed. */
function BrokenRuns() {
  const { value = [] } = useBroken();
  return value.map(({ name, folder, problem }) => (
    <section key={folder} className="panel problem" role="alert">
      <h2>{`${name} cannot be read`}</h2>
      <p>{problem}</p>
    </section>
  ));
}

function CompareButton({ chosen }: { chosen: readonly string[] }) {
  if (chosen.length < 2)
    return (
      <button type="button" className="button" disabled title="Tick two or more runs">
        Compare
      </button>
    );
  return (
    <a className="button primary" href={hrefOf({ page: 'compare', query: { runs: chosen.join(',') } })}>
      {`Compare ${chosen.length}`}
    </a>
  );
}
