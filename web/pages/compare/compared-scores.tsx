import { count, type Summary } from '../../../src/contracts/index.ts';
import { percent } from '../../../src/report/format.ts';
import { isOpen, metricInterval, scoreCell } from '../../../src/report/metric-cells.ts';
import { reportTables } from '../../../src/report/run-tables.ts';
import { cellText } from '../../../src/report/table.ts';
import { IntervalPlot, type IntervalRow } from '../../charts/interval-plot.tsx';
import { Section } from '../../parts/section.tsx';
import { hrefOf } from '../../shell/route.ts';
import type { Entrant } from './entrant.ts';

/** Each run's own headline, on one scale. */
export function ComparedScores({ entrants }: { entrants: readonly Entrant[] }) {
  const rows = entrants.flatMap(({ letter, head, summary }) => rowOf(letter, head, summary));
  const [table] = reportTables(entrants.map(({ head, summary }) => ({ run: head.name, summary })));
  const name = entrants[0]?.summary.metrics[0]?.name ?? 'score';
  return (
    <Section
      title="Each run alone"
      about={`Score (${name}) in percent, with its 95 % interval. Intervals that overlap say little: the runs answered the same questions.`}
    >
      <IntervalPlot
        label={`${name} of ${entrants.length} runs`}
        table={table}
        rows={rows}
        domain={[0, 1]}
        format={(value) => String(Math.round(100 * value))}
      />
    </Section>
  );
}

function rowOf(letter: string, head: Entrant['head'], { metrics: [metric] }: Summary): IntervalRow[] {
  if (!metric) return [];
  const open = isOpen(metric);
  const interval = metricInterval(metric);
  const bracket = `${percent(metric.worst ?? 0)} … ${percent(metric.best ?? 1)}`;
  return [
    {
      key: `${letter}  ${head.run.spec.model.id}`,
      value: metric.value,
      low: open ? (metric.worst ?? null) : metric.low,
      high: open ? (metric.best ?? null) : metric.high,
      text: open ? bracket : `${cellText(scoreCell(metric))} ${interval ? cellText(interval) : ''}`,
      detail: count(metric.n),
      open,
      mark: metric.chance,
      href: hrefOf({ page: 'run', run: head.id, query: {} }),
    },
  ];
}
