import { useMemo } from 'react';
import { flowOf } from '../../charts/flow.ts';
import { FlowChart } from '../../charts/flow-chart.tsx';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';
import { benchmarkOf, type Shown, useRows } from '../../rescore/use-scored.ts';
import type { Query } from '../../shell/route.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { Breakdowns } from './breakdowns.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { metricsTable, reasonsTable } from './overview-tables.ts';
import { Spread } from './spread.tsx';

interface Props {
  head: RunHead;
  shown: Shown;
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
  return (
    <div className="overview">
      <Section title="From asked to right" className="flow">
        <FlowChart stages={stages} label={`${head.name} from asked to right`} />
        {summary.reasons.length > 0 && <TableView table={reasonsTable(summary)} name={`${head.name}-reasons`} />}
      </Section>
      <Breakdowns head={head} shown={shown} results={results} query={query} />
      {summary.metrics.length > 1 && (
        <Section title="All metrics">
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
