import type { ControlReading } from '../../../src/contracts/index.ts';
import { conditionOf, controlSet, readControls } from '../../../src/engine/pure.ts';
import { controlTables, taskLabel } from '../../../src/report/index.ts';
import { FunnelChart } from '../../charts/funnel-chart.tsx';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';
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
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same tables
        <Section key={at} title={at === 0 ? 'Every condition' : 'Every link'} className="whole">
          <TableView table={{ ...table, notes: [] }} name={`controls-${at}`} />
        </Section>
      ))}
    </>
  );
}
