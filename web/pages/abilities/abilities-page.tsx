import { naturalOrder } from '../../../src/stats/index.ts';
import { IntervalPlot, type IntervalRow } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { hrefOf } from '../../shell/route.ts';
import { useRuns } from '../../shell/use-load.ts';
import { useTitle } from '../../shell/use-title.ts';
import type { RunHead } from '../../source/index.ts';
import './abilities.css';
import { latestRuns } from './latest.ts';

/** The spatial profile of every model and policy: each benchmark's headline, all on one scale. */
export function AbilitiesPage() {
  useTitle('Abilities');
  const runs = useRuns();
  return (
    <Await of={runs} what="runs">
      {(heads) => <Profiles heads={heads} />}
    </Await>
  );
}

function Profiles({ heads }: { heads: readonly RunHead[] }) {
  const models = [...Map.groupBy(heads, ({ run }) => run.spec.model.id)].sort(([a], [b]) => naturalOrder(a, b));
  return (
    <div className="stack">
      <div>
        <h1>Abilities</h1>
        <p className="muted">
          The latest run of every model on every benchmark: score in percent with its 95 % interval and, in brass, the
          chance level. Benchmarks have metrics of their own; read down a model, or compare the same row between models.
        </p>
      </div>
      {models.length === 0 && <p className="panel">There are no runs here yet.</p>}
      <div className="profiles">
        {models.map(([model, theirs]) => (
          <Section key={model} title={model}>
            <IntervalPlot
              label={`${model} abilities`}
              rows={rowsOf(theirs)}
              domain={[0, 1]}
              format={(value) => String(Math.round(100 * value))}
            />
          </Section>
        ))}
      </div>
    </div>
  );
}

function rowsOf(heads: readonly RunHead[]): IntervalRow[] {
  return latestRuns(heads).map(({ title, head, metric }) => ({
    ...metricRow(title, metric),
    href: hrefOf({ page: 'run', run: head.id, query: {} }),
  }));
}
