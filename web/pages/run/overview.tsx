import { useMemo } from 'react';
import type { Summary } from '../../../src/contracts/index.ts';
import { numberCell, spreadTable, type Table, viewMetrics } from '../../../src/report/index.ts';
import { count } from '../../../src/util/index.ts';
import { verdictOf } from '../../../src/viewer/pure.ts';
import { FlowChart, flowOf } from '../../charts/flow-chart.tsx';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableMenu, TableView } from '../../parts/table-view.tsx';
import { benchmarkOf, rescoreKept, type ShownScores, useRows } from '../../rescore/use-scored.ts';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useLoad, useStore } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { PictureLine } from '../all-runs/glimpse.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { FirstEpisode } from './first-episode.tsx';
import { termsIn } from './headline.tsx';

interface Props {
  head: RunHead;
  shown: ShownScores;
  query: Query;
}

/** Where the number comes from. */
export function Overview({ head, shown, query }: Props) {
  return (
    <Await of={useRows(head, shown)} what="samples">
      {(rows) => <OverviewOf head={head} shown={shown} query={query} rows={rows} />}
    </Await>
  );
}

function OverviewOf({ head, shown, query, rows }: Props & { rows: readonly UnitRow[] }) {
  const { summary } = shown;
  const results = useMemo(() => rows.map(({ result }) => result), [rows]);
  const stages = useMemo(() => flowOf(results, summary.units), [results, summary.units]);
  if (results.length === 0)
    return (
      <p className="panel">
        {head.state === 'running'
          ? 'Nothing has been answered yet. Samples and numbers appear here as they come.'
          : 'Nothing was asked in this run: there is nothing to show.'}
      </p>
    );
  return (
    <div className="overview">
      <Wrong head={head} rows={rows} query={query} />
      <FirstEpisode key={head.id} head={head} rows={rows} />
      <Section title="From asked to right" className="flow">
        <FlowChart stages={stages} label={`${head.name} from asked to right`} />
        {summary.reasons.length > 0 && <TableView table={reasonsTable(summary)} name={`${head.name}-reasons`} />}
      </Section>
      <Breakdowns head={head} shown={shown} results={results} query={query} />
      {summary.metrics.length > 1 && (
        <Section
          title="All metrics"
          about={termsIn(benchmarkOf(head), summary.metrics)}
          className="whole"
          tools={<TableMenu table={{ ...metricsTable(summary), title: 'All metrics' }} name={`${head.name}-metrics`} />}
        >
          <TableView table={metricsTable(summary)} name={`${head.name}-metrics`} />
        </Section>
      )}
      <Spread head={head} query={query} />
      <Diagnostics benchmark={benchmarkOf(head)} results={results} name={head.name} />
      {summary.problems.length > 0 && (
        <Section title="Problems" about="What was wrong with the run folder or the data.">
          <ul className="problems">
            {summary.problems.slice(0, 100).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** What went wrong, in pictures. */
function Wrong({ head, rows, query }: { head: RunHead; rows: readonly UnitRow[]; query: Query }) {
  const wrong = rows.filter(({ result, look }) => look !== undefined && verdictOf(result) === 'wrong');
  if (wrong.length === 0) return null;
  const all = { ...query, view: 'samples', look: 'grid', score: 'wrong' };
  return (
    <section className="whole wrong-ones" aria-label="What went wrong">
      <PictureLine head={head} rows={wrong} label="Wrong answers" />
      <p className="small">
        <a href={hrefOf({ page: 'run', run: head.id, query: all })}>
          {wrong.length === 1
            ? 'The wrong answer as a picture'
            : `All ${count(wrong.length)} wrong answers as pictures`}
        </a>
      </p>
    </section>
  );
}

/** Every number of the run with its interval. */
function metricsTable(summary: Summary): Table {
  const { columns, cells } = viewMetrics(summary.metrics);
  return { columns, rows: summary.metrics.map(cells), notes: [] };
}

/** Why units did not end with an answer. */
function reasonsTable(summary: Summary): Table {
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

/** The same answers under every protocol of the benchmark, when somebody asks for it: how much of a number is the recipe. */
function Spread({ head, query }: { head: RunHead; query: Query }) {
  const { setQuery } = useRoute();
  const own = head.run.spec.protocol;
  const others = (benchmarkOf(head)?.protocols ?? []).filter(({ id, act }) => id !== own.id && act === own.act);
  if (others.length === 0) return null;
  const wanted = query.spread === 'all';
  return (
    <Section
      title="Under other protocols"
      about="The same stored answers, read and scored by every recipe that the benchmark has: how much of the number is the recipe."
      className="whole"
    >
      {wanted ? (
        <SpreadTable head={head} protocols={[own, ...others]} />
      ) : (
        <p>
          <button type="button" className="button" onClick={() => setQuery({ spread: 'all' }, { replace: true })}>
            {`Score under all ${others.length + 1}`}
          </button>
        </p>
      )}
    </Section>
  );
}

function SpreadTable({ head, protocols }: { head: RunHead; protocols: RunHead['run']['spec']['protocol'][] }) {
  const { source } = useStore();
  const scored = useLoad(`spread ${head.id}@${head.changed}`, () => rescoreKept(source, head, protocols));
  return (
    <Await of={scored} what="every answer again">
      {(all) => <TableView table={spreadTable(all.map(({ summary }) => summary))} name={`${head.name}-protocols`} />}
    </Await>
  );
}
