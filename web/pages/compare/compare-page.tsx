import { useTitle } from '../../shell/use-title.ts';
import './compare.css';
import { reportTables } from '../../../src/report/index.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Await } from '../../parts/loading.tsx';
import { ModelName } from '../../parts/model-name.tsx';
import { Section } from '../../parts/section.tsx';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useRuns, useUnitsOf } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';
import '../abilities/abilities.css';
import { ByAbility, Comparable } from './by-ability.tsx';
import { type ComparedRun, letterOf } from './compared-run.ts';
import { Matrix } from './matrix.tsx';
import { Pair } from './pair.tsx';

/** Two or more runs, unit by unit. */
export function ComparePage({ query }: { query: Query }) {
  useTitle('Compare');
  const runs = useRuns();
  return (
    <Await of={runs} what="runs">
      {(heads) => {
        const ids = [...new Set((query.runs ?? '').split(',').filter(Boolean))];
        const chosen = ids.flatMap((id) => heads.find((head) => head.id === id) ?? []);
        const isOneBenchmark = new Set(chosen.map(({ run }) => run.spec.benchmark)).size === 1;
        return (
          <div className="stack">
            <h1>Compare</h1>
            <ChooseRuns heads={heads} chosen={chosen} lettered={isOneBenchmark} />
            {chosen.length < 2 && <Comparable heads={heads} {...(chosen[0] && { besides: chosen[0] })} />}
            {chosen.length >= 2 &&
              (isOneBenchmark ? (
                <Comparison heads={chosen} query={query} />
              ) : (
                <ByAbility chosen={chosen} heads={heads} />
              ))}
          </div>
        );
      }}
    </Await>
  );
}

function Comparison({ heads, query }: { heads: RunHead[]; query: Query }) {
  const units = useUnitsOf(heads.map(({ id }) => id));
  return (
    <Await of={units} what="samples">
      {(all) => {
        const runs = heads.flatMap((head, at): ComparedRun[] => {
          const rows = all[at];
          return rows && head.summary ? [{ letter: letterOf(at), head, summary: head.summary, rows }] : [];
        });
        const pick = (id: string | undefined) => runs.find(({ head }) => head.id === id);
        // Who was told the answers is better than anybody: that says nothing as long as there are others.
        const ordered = runs.toSorted((x, y) => Number(x.summary.readsTruth ?? 0) - Number(y.summary.readsTruth ?? 0));
        const a = pick(query.a) ?? ordered[0];
        const b = pick(query.b) ?? ordered.find((each) => each !== a);
        return (
          <>
            <div className="overview">
              <ComparedScores runs={runs} />
              <Matrix runs={runs} a={a} b={b} />
            </div>
            {a && b && a !== b && <Pair key={`${a.head.id} ${b.head.id}`} a={a} b={b} query={query} />}
          </>
        );
      }}
    </Await>
  );
}

/** A model's name in a list to choose from. */
const LONGEST = 80;

interface ChooseProps {
  heads: readonly RunHead[];
  chosen: readonly RunHead[];
  /** They are called by letters below. */
  lettered: boolean;
}

/** Who is compared, and more to choose from. */
function ChooseRuns({ heads, chosen, lettered }: ChooseProps) {
  const { setQuery } = useRoute();
  const set = (ids: string[]) => setQuery({ runs: ids.join(','), a: '', b: '' });
  const others = heads.filter((head) => !chosen.includes(head));
  return (
    <div className="row entrants">
      {chosen.map(({ id, name, run }, at) => (
        <span key={id} className="entrant">
          {lettered && <b className={`letter run-${letterOf(at)}`}>{letterOf(at)}</b>}
          <span className="clip">
            <ModelName id={run.spec.model.id} /> <span className="muted small">{name}</span>
          </span>
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Take ${name} out`}
            onClick={() => set(chosen.flatMap((head) => (head.id === id ? [] : [head.id])))}
          >
            ×
          </button>
        </span>
      ))}
      {others.length > 0 && (
        <select
          aria-label="Add a run"
          value=""
          onChange={({ target }) => set([...chosen.map(({ id }) => id), target.value])}
        >
          <option value="">{chosen.length < 2 ? 'Choose two or more runs …' : 'Add a run …'}</option>
          {others.map(({ id, name, run }) => (
            <option
              key={id}
              value={id}
            >{`${run.spec.benchmark} · ${run.spec.model.id.slice(0, LONGEST)} · ${name}`}</option>
          ))}
        </select>
      )}
    </div>
  );
}

/** Each run's own headline, on one scale. */
function ComparedScores({ runs }: { runs: readonly ComparedRun[] }) {
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
