import type { ControlReading } from '../../../src/contracts/index.ts';
import { conditionOf, controlSet, readControls } from '../../../src/engine/pure.ts';
import { controlTables, limitsOf, type Table, taskLabel, verdictWords } from '../../../src/report/index.ts';
import { Chart, clipText } from '../../charts/chart.tsx';
import { scoreText } from '../../charts/metric-row.ts';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableMenu, TableView } from '../../parts/table-view.tsx';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import { hrefOf } from '../../shell/route.ts';
import { useUnitsOf } from '../../shell/use-load.ts';
import type { RunHead } from '../../source/index.ts';

/** The runs that differ from this one in nothing but their condition, itself among them; none where it stands alone. */
export function controlsOf(head: RunHead, heads: readonly RunHead[]): RunHead[] {
  const benchmark = benchmarkOf(head);
  const set = benchmark && controlSet(benchmark, head.run.spec);
  if (!benchmark || set === undefined) return [];
  const all = heads.filter(({ run }) => run.spec.benchmark === benchmark.id && controlSet(benchmark, run.spec) === set);
  const conditions = new Set(all.map(({ run }) => conditionOf(benchmark, run.spec)));
  return conditions.size > 1 ? all : [];
}

/** Where a contestant fails: its controls side by side. */
export function ControlsView({ head, heads }: { head: RunHead; heads: readonly RunHead[] }) {
  const controls = controlsOf(head, heads);
  const units = useUnitsOf(controls.map(({ id }) => id));
  const benchmark = benchmarkOf(head);
  if (!benchmark || controls.length === 0) return null;
  return (
    <Await of={units} what="the controls">
      {(all) => {
        const reading = readControls(
          benchmark,
          controls.map(({ run }, at) => ({ spec: run.spec, units: (all[at] ?? []).map(({ result }) => result) })),
        );
        return (
          <div className="overview">
            <Reading
              reading={reading}
              title={`${head.run.spec.model.id} on ${head.summary ? taskLabel(head.summary) : benchmark.id}`}
            />
            <Section title="The runs">
              <ul>
                {controls.map(({ id, name, run }) => (
                  <li key={id}>
                    <a href={hrefOf({ page: 'run', run: id, query: {} })}>{conditionOf(benchmark, run.spec)}</a>{' '}
                    <span className="muted small">{name}</span>
                  </li>
                ))}
              </ul>
            </Section>
          </div>
        );
      }}
    </Await>
  );
}

function Reading({ reading, title }: { reading: ControlReading; title: string }) {
  const tables = controlTables(title, reading);
  return (
    <>
      <Section
        title="Where it fails"
        about="The same tables under easier and easier conditions: what is lost from one bar to the next is lost at that link."
        className="whole"
      >
        <FunnelChart reading={reading} label={`controls of ${title}`} tables={tables} />
        <ul>
          {[...reading.links, ...reading.probes].map(({ says }) => (
            <li key={says}>{says}</li>
          ))}
        </ul>
      </Section>
      {tables.map((table, at) => (
        <Section
          key={table.title}
          title={at === 0 ? 'Every condition' : 'Every link'}
          className="whole"
          tools={<TableMenu table={table} name={`controls-${at}`} />}
        >
          <TableView table={{ columns: table.columns, rows: table.rows, notes: [] }} name={`controls-${at}`} />
        </Section>
      ))}
    </>
  );
}

const bar = 26;
const gap = 34;

/** How much is left after each link, from what hands alone can do to the real task; a tick marks blind choice. */
function FunnelChart({ reading, label, tables }: { reading: ControlReading; label: string; tables: Table[] }) {
  const { stages, links } = reading;
  return (
    <Chart label={label} table={tables[0]} height={() => stages.length * (bar + gap)}>
      {(width) => {
        const room = width - 2;
        return stages.map(({ condition, about, metric }, at) => {
          const limits = limitsOf(metric);
          const full = (metric.value ?? 0) * room;
          const link = links.find(({ to }) => to === condition);
          const next = stages[at + 1]?.metric.value ?? 0;
          return (
            <g key={condition} transform={`translate(0 ${gap + at * (bar + gap)})`}>
              <text x={2} y={-gap / 2 + 4}>
                {clipText(`${scoreText(metric)} %: ${about}`, width - 130)}
              </text>
              {link && (
                <text className={`end ${link.verdict}`} x={width - 2} y={-gap / 2 + 4}>
                  {`${link.name} ${verdictWords[link.verdict]}`}
                </text>
              )}
              {at + 1 < stages.length && (
                <polygon
                  className="band"
                  points={`0,${bar} ${full},${bar} ${next * room},${bar + gap} 0,${bar + gap}`}
                />
              )}
              <rect className={`bar ${at + 1 === stages.length ? 'right' : ''}`} width={full} height={bar} rx={1} />
              {limits && (
                <line
                  className="range-ground"
                  x1={limits.low * room}
                  x2={limits.high * room}
                  y1={bar / 2}
                  y2={bar / 2}
                />
              )}
              {limits && (
                <line className="range" x1={limits.low * room} x2={limits.high * room} y1={bar / 2} y2={bar / 2} />
              )}
              {metric.chance !== undefined && (
                <line className="mark" x1={metric.chance * room} x2={metric.chance * room} y1={-3} y2={bar + 3} />
              )}
            </g>
          );
        });
      }}
    </Chart>
  );
}
