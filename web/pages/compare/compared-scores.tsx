import { reportTables } from '../../../src/report/index.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Section } from '../../parts/section.tsx';
import { hrefOf } from '../../shell/route.ts';
import type { ComparedRun } from './compared-run.ts';

/** Each run's own headline, on one scale. */
export function ComparedScores({ runs }: { runs: readonly ComparedRun[] }) {
  const rows = runs.flatMap(({ letter, head, summary: { metrics } }) =>
    metrics.slice(0, 1).map((metric) => ({
      ...metricRow(`${letter}  ${head.run.spec.model.id}`, metric),
      href: hrefOf({ page: 'run', run: head.id, query: {} }),
    })),
  );
  const [table] = reportTables(runs.map(({ head, summary }) => ({ run: head.name, summary })));
  const name = runs[0]?.summary.metrics[0]?.name ?? 'score';
  return (
    <Section
      title="Each run alone"
      about={`Score (${name}) in percent, with its 95 % interval. Intervals that overlap say little: the runs answered the same questions.`}
    >
      <IntervalPlot
        label={`${name} of ${runs.length} runs`}
        table={table}
        rows={rows}
        domain={[0, 1]}
        format={(value) => String(Math.round(100 * value))}
      />
    </Section>
  );
}
