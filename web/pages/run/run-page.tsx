import './run.css';
import { useRef } from 'react';
import { publishedTable, verifyTable } from '../../../src/report/index.ts';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';
import { benchmarkOf, ownScores, type ShownScores, useRows, useScored } from '../../rescore/use-scored.ts';
import { NoSuchRun } from '../../shell/boundary.tsx';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useRuns } from '../../shell/use-load.ts';
import { useTitle } from '../../shell/use-title.ts';
import type { RunHead } from '../../source/index.ts';
import { ControlsView, controlsOf } from './controls-view.tsx';
import { Headline } from './headline.tsx';
import { Overview } from './overview.tsx';
import { ProtocolView } from './protocol-view.tsx';
import { RescoreBar } from './rescore-bar.tsx';
import { SampleList } from './sample-list.tsx';

const views = ['overview', 'samples', 'controls', 'protocol', 'published'] as const;
type RunTab = (typeof views)[number];

/** One run: what it came to, why, and every sample of it. */
export function RunPage({ id, query }: { id: string; query: Query }) {
  const runs = useRuns();
  return (
    <Await of={runs} what="the run">
      {(heads) => {
        const head = heads.find((each) => each.id === id);
        if (!head) return <NoSuchRun />;
        return <Run head={head} heads={heads} query={query} />;
      }}
    </Await>
  );
}

function Run({ head, heads, query }: { head: RunHead; heads: readonly RunHead[]; query: Query }) {
  useTitle(`${head.run.spec.model.id} on ${head.run.spec.benchmark}`);
  const there = views.filter(
    (each) =>
      (each !== 'controls' || controlsOf(head, heads).length > 0) && (each !== 'published' || isPublished(head)),
  );
  const view = there.find((each) => each === query.view) ?? 'overview';
  const scored = useScored(head, query);
  // While it is scored again, what was known before stays, and is grey.
  const last = useRef<ShownScores>(undefined);
  if (scored.value) last.current = scored.value;
  const waiting = scored.value === undefined && scored.error === undefined;
  const shown = waiting ? { value: last.current ?? ownScores(head), error: undefined } : scored;
  return (
    <div className={waiting ? 'stack is-stale' : 'stack'} aria-busy={waiting}>
      <Headline head={head} shown={shown.value} full={view === 'overview'} />
      <div className="run-bar">
        <Tabs head={head} query={query} views={there} view={view} />
        <RescoreBar head={head} shown={scored.value} waiting={waiting} query={query} />
      </div>
      {view === 'controls' && <ControlsView head={head} heads={heads} />}
      {view === 'protocol' && <ProtocolView head={head} query={query} />}
      {view === 'published' && <PublishedView head={head} shown={shown.value} />}
      {(view === 'overview' || view === 'samples') && (
        <Await of={shown} what="samples">
          {(value) =>
            view === 'overview' ? (
              <Overview head={head} shown={value} query={query} />
            ) : (
              <ShownSamples head={head} shown={value} query={query} />
            )
          }
        </Await>
      )}
    </div>
  );
}

function ShownSamples({ head, shown, query }: { head: RunHead; shown: ShownScores; query: Query }) {
  const rescored = shown.rescored !== undefined;
  const rows = useRows(head, shown, rescored);
  if (!rescored) return <SampleList head={head} query={query} />;
  return (
    <Await of={rows} what="samples">
      {(all) => <SampleList head={head} rows={all} query={query} />}
    </Await>
  );
}

interface TabsProps {
  head: RunHead;
  query: Query;
  views: readonly RunTab[];
  view: RunTab;
}

function Tabs({ head, query, views, view }: TabsProps) {
  return (
    <nav className="tabs" aria-label="Parts of the run">
      {views.map((each) => (
        <a
          key={each}
          href={hrefOf({ page: 'run', run: head.id, query: { ...query, view: each === 'overview' ? '' : each } })}
          {...(each === view ? { 'aria-current': 'page' as const } : {})}
        >
          {each}
        </a>
      ))}
    </nav>
  );
}

/** Whether somebody printed numbers for its benchmark. */
function isPublished(head: RunHead): boolean {
  return (benchmarkOf(head)?.published ?? []).length > 0;
}

/** Numbers that others printed: on a page of their own, never in a column with ours but to be held against them. */
function PublishedView({ head, shown }: { head: RunHead; shown: ShownScores | undefined }) {
  const benchmark = benchmarkOf(head);
  const summary = shown?.summary ?? head.summary;
  if (!benchmark) return null;
  const { spec } = head.run;
  const published = publishedTable(benchmark);
  const held = summary && verifyTable({ benchmark, spec, summary });
  return (
    <div className="overview published">
      {held && held.rows.length > 0 && (
        <Section title="Ours against theirs" className="whole">
          <TableView table={held} name={`${head.name}-published`} />
        </Section>
      )}
      <Section
        title="Printed by others"
        about="None of these numbers was measured here; each is from the source named beside it."
        className="whole"
      >
        <TableView table={published} name={`${benchmark.id}-published`} />
      </Section>
    </div>
  );
}
